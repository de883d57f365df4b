'use strict';

const { basename, resolve } = require('node:path');

// n8n has loaded n8n-workflow long before it loads a package, and then makes one object of each
// class: the first is left out of the time, the second belongs to it.
require(require.resolve('n8n-workflow', { paths: [process.cwd()] }));

const startedAt = performance.now();
for (const file of process.argv.slice(2)) {
	const [className] = basename(file).split('.');
	new (require(resolve(file))[className])();
}
console.log(performance.now() - startedAt);
