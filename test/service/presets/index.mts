import type { ServiceOptions } from '../options.mts';

/** A service that answers as public clients of a brand expect it. Nobody has tried it on the brand itself. */
interface Preset {
	/** As `--help` tells it. */
	about: string;
	/** Where it is known from; `test/engine/answers/recorded.json` has what each says. */
	sources: readonly string[];
	options: Pick<ServiceOptions, 'variations'> &
		Partial<Pick<ServiceOptions, 'product' | 'lacks' | 'strict'>>;
}

export const PRESET_NAMES = ['urlbae', 'enlace2', 'oldest', 'strict'] as const;

type PresetName = (typeof PRESET_NAMES)[number];

const urlbae: Preset = {
	about: 'numbers as error, ids of links and pixels as text, refusals with 4xx',
	sources: [
		'https://github.com/KhanhImma1/TS-Jest-Supertest',
		'https://github.com/lewispour/UrlBae-Cli',
		'https://github.com/Arkosh744/urlbae_client_API',
		'https://github.com/Shotcut-Track/shotcutapi-python',
		'https://urlbae.com/developers',
	],
	options: {
		product: 'links',
		strict: false,
		variations: {
			errorValue: 'number',
			errorOnFailureStatus: '4xx',
			textNumbers: {
				'/api/pixels': ['id'],
				'/api/url/add': ['id'],
				'/api/urls': ['id', 'clicks'],
			},
			createdStatus: 'campaigns',
			campaignAnswerKey: 'campaign',
			capitalizesNames: true,
			channelNamesUnique: true,
			channelUpdateAnswer: 'record',
			linksPixelTypes: 'brands',
		},
	},
};

const enlace2: Preset = {
	about: 'creates answer the whole record in data, counters as text, refusals with a code',
	sources: [
		'https://github.com/RenatoAscencio/enlace2/blob/main/API_ENDPOINTS.md',
		'https://enlace2.com/developers',
	],
	options: {
		product: 'links',
		strict: false,
		variations: {
			errorValue: 'number',
			errorOnFailureStatus: '4xx',
			failureForm: 'detailed',
			aliasTakenWords: 'Custom alias already exists',
			textNumbers: {
				'/api/account': ['planid'],
				'/api/domains': ['id'],
				'/api/overlay': ['id'],
				'/api/pixels': ['id'],
				'/api/qr': ['id', 'scans'],
				'/api/qr/add': ['id', 'scans'],
				'/api/url/add': ['clicks', 'uniqueclicks'],
				'/api/urls': ['clicks', 'uniqueclicks'],
			},
			accountHasPlan: true,
			resultIsTotal: true,
			nestedCreateBody: true,
			createBodyExtras: 'row',
			extraLinkFields: 'full',
			overlayCollectionKey: 'overlay',
			linksPixelTypes: 'brands',
		},
	},
};

const oldest: Preset = {
	about: 'the key behind Token, creates without an id, failures under msg',
	sources: [
		'https://github.com/farfarfun/funlanzou/blob/main/src/funlanzou/api/extra.py',
		'https://www.dwz.lc/user/tools/api',
	],
	options: {
		product: 'links',
		lacks: ['files'],
		variations: {
			errorValue: 'number',
			authorizationScheme: 'Token',
			failureMessageKey: 'msg',
			oldCreateBody: true,
		},
	},
};

const strict: Preset = {
	about: 'the API description to the letter, and nothing that it does not have',
	sources: [],
	options: { lacks: ['files', 'linkChanges', 'qrCodes'], variations: {} },
};

export const PRESETS: Readonly<Record<PresetName, Preset>> = { urlbae, enlace2, oldest, strict };

/** The preset of a name. */
function presetOf(given: string): Preset | undefined {
	const name = PRESET_NAMES.find((known) => known === given);
	return name && PRESETS[name];
}

/**
 * The options of the preset that `--like` names; none without it.
 *
 * @throws where there is no such preset
 */
export function optionsLike(given: string | undefined): Partial<ServiceOptions> {
	if (given === undefined) return {};
	const preset = presetOf(given);
	if (preset !== undefined) return preset.options;
	throw new Error(`--like must be one of ${PRESET_NAMES.join(', ')}, not "${given}"`);
}
