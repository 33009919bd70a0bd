// A reporter of Jest: a line of JSON for each test, as soon as its file has ended.
const { appendFileSync } = require('node:fs');
const { relative, sep } = require('node:path');

const outcomes = { passed: 'passed', failed: 'failed', pending: 'skipped', skipped: 'skipped', todo: 'skipped' };

module.exports = class Reporter {
	onTestResult(_test, { testFilePath, testResults, testExecError, failureMessage }) {
		const file = relative(process.cwd(), testFilePath).split(sep).join('/');
		if (testExecError || (testResults.length === 0 && failureMessage)) {
			const text = plain(testExecError?.stack ?? testExecError?.message ?? failureMessage);
			write({ event: 'notLoaded', id: file, file, message: text.trim().split('\n')[0], trace: text });
		}
		for (const { ancestorTitles, title, status, failureMessages } of testResults) {
			const event = outcomes[status];
			if (event !== undefined) {
				const trace = plain((failureMessages ?? []).join('\n\n'));
				const message = trace.split('\n    at ')[0];
				write({ event, id: `${file}::${[...ancestorTitles, title].join(' > ')}`, file, message, trace });
			}
		}
	}

	onRunComplete(_contexts, { wasInterrupted }) {
		if (!wasInterrupted) {
			write({ event: 'finished' });
		}
	}
};

function write(line) {
	appendFileSync(process.env.FAULTLINE_REPORT, `${JSON.stringify(line)}\n`);
}

/** Without colors. */
function plain(text) {
	return String(text).replace(/\u001b\[[\d;]{0,20}m/g, '');
}
