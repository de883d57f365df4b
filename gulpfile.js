const { dest, src } = require('gulp');

/** n8n finds a node's icon, codex and schemas beside the compiled node, so dist mirrors the source tree. */
function assets() {
	return src(['icons/**/*.svg', 'nodes/**/*.svg', 'nodes/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports.default = assets;
