// A reporter of Mocha: a line of JSON for each test, as soon as it has ended, beside the usual output.
const { appendFileSync } = require('node:fs');
const { relative, sep } = require('node:path');

const { reporters } = require(require.resolve('mocha', { paths: [process.cwd()] }));

module.exports = class Reporter extends reporters.Spec {
	constructor(runner, options) {
		super(runner, options);
		write({ event: 'planned', total: runner.total });
		runner.on('test', test => {
			write({ event: 'started', ...named(test) });
			observe('started', test);
		});
		runner.on('pass', test => write({ event: 'passed', ...named(test) }));
		runner.on('pending', test => write({ event: 'skipped', ...named(test) }));
		runner.on('fail', (test, error) => {
			write({ event: 'failed', ...named(test), message: String(error?.message), trace: String(error?.stack) });
		});
		runner.on('test end', test => observe('ended', test));
		runner.on('end', () => write({ event: 'finished' }));
	}
};

/** A failed hook has a title of its own. */
function named(test) {
	const path = test.file ?? test.parent?.file;
	const file = path === undefined ? '' : relative(process.cwd(), path).split(sep).join('/');
	return { id: `${file}::${test.titlePath().join(' > ')}`, file };
}

/** Records the calls of each test, where it is loaded. */
function observe(event, test) {
	process[Symbol.for('faultline.recorder')]?.(event, named(test).id);
}

function write(line) {
	appendFileSync(process.env.FAULTLINE_REPORT, `${JSON.stringify(line)}\n`);
}
