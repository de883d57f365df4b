const { dest, src, watch } = require('gulp');

const ASSETS = ['icons/**/*.svg', 'nodes/**/*.svg', 'nodes/**/*.json'];
/** `npm run dev` names the folder from which its n8n loads the package. */
const FOLDER = process.env.ASSETS_FOLDER ?? 'dist';

/** n8n finds a node's icon, codex and schemas beside the compiled node, so dist mirrors the source tree. */
function assets() {
	return src(ASSETS, { base: '.', encoding: false }).pipe(dest(FOLDER));
}

exports.default = assets;
exports.watch = () => watch(ASSETS, { ignoreInitial: false }, assets);
