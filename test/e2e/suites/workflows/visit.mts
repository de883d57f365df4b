import axios from 'axios';

/** Somebody clicks a short link on another page. */
export async function visit(shortUrl: string, referer = 'https://news.example/'): Promise<void> {
	const headers = { referer };
	await axios.get(shortUrl, { headers, maxRedirects: 0, proxy: false, validateStatus: () => true });
}
