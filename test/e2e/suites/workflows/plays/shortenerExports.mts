/** An export of each shortener with one link, with the headings as it writes them. */
export const EXPORTS: Record<string, string[]> = {
	bitly: [
		'created_at,title,link,custom_bitlink,long_url,tags,archived',
		'2026-01-02,Our page,https://bit.ly/3xYzAbC,bit.ly/from-bitly,https://shop.example/bitly,spring,false',
	],
	'bitly-dashboard': [
		'Title,Link,Custom Link,Destination URL',
		'Our page,https://bit.ly/4xYzAbC,https://bit.ly/from-bitly-dashboard,https://shop.example/bitly-dashboard',
	],
	rebrandly: [
		'slashtag,destination,domainName,title,description,tags',
		'from-rebrandly,https://shop.example/rebrandly,rebrand.ly,Our page,,spring',
	],
	dub: [
		'Short link,Destination URL,Title,Clicks,Created at',
		'https://dub.sh/from-dub,https://shop.example/dub,Our page,12,2026-01-02T10:00:00Z',
	],
	shortio: [
		'OriginalURL,Path,Title,Tags,CreatedAt',
		'https://shop.example/shortio,from-shortio,Our page,spring,2026-01-02',
	],
	tinyurl: [
		'TinyURL,Long URL,Title,Created',
		'https://tinyurl.com/from-tinyurl,https://shop.example/tinyurl,Our page,2026-01-02',
	],
	yourls: [
		'keyword,url,title,timestamp,ip,clicks',
		'from-yourls,https://shop.example/yourls,Our page,2026-01-02 10:00:00,192.0.2.1,12',
	],
};
