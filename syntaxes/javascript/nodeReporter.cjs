// A reporter of node:test: a line of JSON for each test, as soon as it has ended.
const { relative, resolve, sep } = require('node:path');

const root = process.cwd();
const pathOf = file => relative(root, resolve(root, file)).split(sep).join('/');
const mostErrors = 4000;

module.exports = async function* report(source) {
	/** The names of the suites and tests around what is running, by file. */
	const open = new Map();
	/** What each file wrote to stderr, the end of it. */
	const errors = new Map();
	for await (const { type, data } of source) {
		const file = data?.file === undefined ? '' : pathOf(data.file);
		if (type === 'test:stderr') {
			errors.set(file, ((errors.get(file) ?? '') + data.message).slice(-mostErrors));
		} else if (type === 'test:start') {
			const names = (open.get(file) ?? []).slice(0, data.nesting);
			names[data.nesting] = data.name;
			open.set(file, names);
		} else if (type === 'test:pass' || type === 'test:fail') {
			const around = open.get(file)?.slice(0, data.nesting) ?? [];
			const line = lineOf({ ...data, file, around, hasPassed: type === 'test:pass' }, errors.get(file));
			if (line !== undefined) {
				yield `${JSON.stringify(line)}\n`;
			}
		}
	}
	yield '{"event":"finished"}\n';
};

function lineOf({ file, name, around, details, skip, todo, nesting, hasPassed }, printed = '') {
	const { error, type } = details ?? {};
	const isOfInner = error?.failureType === 'subtestsFailed';
	if (nesting === 0 && (file === '' || pathOf(name) === file)) {
		// A file is reported as a test around its own. It ended early where it failed by itself.
		const text = printed.trim() || String(error?.message);
		const own = file || pathOf(name);
		return hasPassed || isOfInner
			? undefined
			: { event: 'notLoaded', id: own, file: own, message: lastError(text), trace: text };
	}
	if (type === 'suite' && (hasPassed || isOfInner)) {
		return undefined;
	}
	const isLeftOut = [skip, todo].some(each => each !== undefined && each !== false);
	const cause = error?.cause ?? error;
	return {
		event: isLeftOut ? 'skipped' : hasPassed ? 'passed' : 'failed',
		id: `${file}::${[...around, name].join(' > ')}`,
		file,
		...(!hasPassed && { message: String(cause?.message ?? cause), trace: String(cause?.stack ?? cause) }),
	};
}

function lastError(text) {
	const lines = text.split('\n').filter(line => /^\w*Error\b/.test(line));
	return lines.at(-1) ?? text.split('\n')[0];
}
