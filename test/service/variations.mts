import type { AliasChange } from './alias.mts';
import { ALIAS_TAKEN } from './messages.mts';

/**
 * The ways in which installs are known to differ from the API description. Everything off is the
 * description to the letter; each switch stands for one difference, so that a test can name it.
 */
export interface Variations {
	/** Every id, counter and page number arrives as a string. */
	numbersAsStrings: boolean;
	/** The numbers that arrive as strings in the answers of single paths. */
	textNumbers: Readonly<Record<string, readonly string[]>>;
	/** How `error` is written: as described is '0' in lists and the numbers 0 and 1 elsewhere. */
	errorValue: 'asDescribed' | 'number' | 'string' | 'boolean';
	/** HTTP status of a failure: always 200, or the 4xx that fits (400, 401, 404). */
	errorOnFailureStatus: 200 | '4xx';
	/** HTTP status of a key that is refused, where failures have one that fits. */
	refusedKeyStatus: 401 | 403;
	/** Key of the failure text; old builds say `msg`. */
	failureMessageKey: 'message' | 'msg';
	/** How a failure is put: as text alone, or with its status as `code` and its field in `details`. */
	failureForm: 'text' | 'detailed';
	/** What is said of an alias that is taken. */
	aliasTakenWords: string;
	/** The word in front of the key; old builds want Token. */
	authorizationScheme: 'Bearer' | 'Token';
	/** A header, as `name: value`, without which a check for robots answers with its page; '' for none. */
	requiredHeader: string;
	/** `result` is the total of all pages instead of the rows of this one. */
	resultIsTotal: boolean;
	overlayCollectionKey: 'cta' | 'overlay';
	/** A create answers `{ error: 0, short }` without an id. */
	oldCreateBody: boolean;
	/** A create of a long URL that the account has a link to makes none and answers that link. */
	suppressesDuplicates: boolean;
	/** Links the account's plan allows; a create beyond them is refused. 0 is no limit. */
	mostLinks: number;
	/** Key of the short URL in the answer to a create; forks say `short_url`. */
	shortUrlKey: 'shorturl' | 'short_url';
	/** A create answers an id without the short URL. */
	createNamesIdOnly: boolean;
	/** What a create answers is nested in `data`, but for pixels of the description and files. */
	nestedCreateBody: boolean;
	/** A create of a link or QR code also answers its row of the list. */
	createBodyExtras: false | 'row';
	/** HTTP status of a create that was carried out; of some installs for campaigns alone. */
	createdStatus: 200 | 201 | 'campaigns';
	/** Key of a campaign's name in the answers to its create and update. */
	campaignAnswerKey: 'domain' | 'campaign';
	/** Campaigns and channels are kept with a capital letter in front. */
	capitalizesNames: boolean;
	/** A channel cannot have the name of another one. */
	channelNamesUnique: boolean;
	/** An update of a channel answers with the channel. */
	channelUpdateAnswer: 'message' | 'record';
	/** The account also has `planid`. */
	accountHasPlan: boolean;
	/**
	 * Link lists also carry `uniqueclicks`, `domain`, `campaign` and `channel`; `full` names every domain and
	 * has a list of channels.
	 */
	extraLinkFields: boolean | 'full';
	/**
	 * `laravel`: `{ data: […], links, meta }`; `bareArray`: `[…]`;
	 * `nested`: `{ error: '0', data: { …, pixels: […] } }`.
	 */
	pixelList: 'laravel' | 'bareArray' | 'nested';
	/** The answer to a stored pixel says that it was done, and neither shows the pixel nor names its id. */
	storesPixelsSilently: boolean;
	/** The types that the links product takes for its own pixels: any text, or the words of some brands. */
	linksPixelTypes: 'any' | 'brands';
	/** Long URLs are stored as a URL parser writes them: lower-case host, slash after it, … */
	normalisesLongUrls: boolean;
	/** What becomes of an alias that is asked for: a plan may have none, and some services ignore it. */
	customAliases: 'kept' | 'refused' | 'ignored';
	/** The changes that the service makes to an alias before it looks at it; none unless named. */
	aliasForm: readonly AliasChange[];
	/** An alias can be used once on all domains together, and not once on each. */
	aliasesUniqueOverAll: boolean;
	/**
	 * The domain of a link that names none, as `https://host`: one of the account's, or a domain of the
	 * service's own. '' is the host that the dashboard is on.
	 */
	defaultDomain: string;
	/** Domains of the service's own that a link may name, besides the default one; no list has them. */
	ownDomains: readonly string[];
	/** The language of messages. `other` has none of the English words, so that nothing can hang on them. */
	language: 'english' | 'other';
	/** `q` searches titles and aliases only. */
	qBlindToLongUrls: boolean;
	/** A look-up by short URL is answered with the list. */
	ignoresShort: boolean;
	/** Lists of links count them and show none. */
	hidesLinks: boolean;
	/** Lists run from the oldest to the newest; an order by clicks stays descending. */
	ascendingLists: boolean;
	/** Between the look-up of an alias and the insertion of its link; 0 does both at once. */
	fetchesPagesMs: number;
	/**
	 * When the connection of a create drops before its answer, the work is done this many
	 * milliseconds after the drop instead of at once.
	 */
	finishLateMs: number;
}

export const NO_VARIATIONS: Variations = {
	numbersAsStrings: false,
	textNumbers: {},
	errorValue: 'asDescribed',
	errorOnFailureStatus: 200,
	refusedKeyStatus: 401,
	failureMessageKey: 'message',
	failureForm: 'text',
	aliasTakenWords: ALIAS_TAKEN,
	authorizationScheme: 'Bearer',
	requiredHeader: '',
	resultIsTotal: false,
	overlayCollectionKey: 'cta',
	oldCreateBody: false,
	suppressesDuplicates: false,
	mostLinks: 0,
	shortUrlKey: 'shorturl',
	createNamesIdOnly: false,
	nestedCreateBody: false,
	createBodyExtras: false,
	createdStatus: 200,
	campaignAnswerKey: 'domain',
	capitalizesNames: false,
	channelNamesUnique: false,
	channelUpdateAnswer: 'message',
	accountHasPlan: false,
	extraLinkFields: false,
	pixelList: 'laravel',
	storesPixelsSilently: false,
	linksPixelTypes: 'any',
	normalisesLongUrls: false,
	customAliases: 'kept',
	aliasForm: [],
	aliasesUniqueOverAll: false,
	defaultDomain: '',
	ownDomains: [],
	language: 'english',
	qBlindToLongUrls: false,
	ignoresShort: false,
	hidesLinks: false,
	ascendingLists: false,
	fetchesPagesMs: 0,
	finishLateMs: 0,
};
