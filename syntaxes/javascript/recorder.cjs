/**
 * Records which code of a project programs execute: `node --require PROJECT/.faultline/coverage/recorder.cjs`, also as
 * NODE_OPTIONS, so that each process and each thread records.
 *
 * When one ends, or with node:test as soon as a test has ended, it appends a line of JSON for each script to
 * records/v8-0.jsonl beside this file, v8-1.jsonl and so on: {"test": ID, "result": [SCRIPT], "source-map-cache": {...}},
 * in the form of NODE_V8_COVERAGE. The test '' is what runs outside of tests. Scripts outside of the project, and those
 * that are installed in it, are left out; so is code that differs from its file, without a source map.
 */
'use strict';

const { appendFileSync, readFileSync, realpathSync, statSync } = require('node:fs');
const { Session } = require('node:inspector');
const { findSourceMap } = require('node:module');
const { dirname, join, relative, resolve, sep } = require('node:path');
const { fileURLToPath, pathToFileURL } = require('node:url');
const { isMainThread } = require('node:worker_threads');

/** A larger file is continued in the next one, up to so many: it bounds what is read. */
const most = { fileBytes: 8 * 1024 * 1024, files: 64 };
const folder = dirname(dirname(__dirname));
/** By the id of a script: undefined for what is left out. */
const known = new Map();
/** What a test starts belongs to it. */
const { FAULTLINE_TEST: outer, NODE_TEST_CONTEXT: context = '' } = process.env;
let running = outer ?? '';

const session = startedSession();
if (session !== undefined) {
	process.setSourceMapsEnabled?.(true);
	process.on('exit', end);
	if (context.startsWith('child') && isMainThread && outer === undefined) {
		recordTests();
	}
}

/** Undefined where nothing can be recorded, as in the threads of Node itself. */
function startedSession() {
	try {
		const started = new Session();
		started.connect();
		started.post('Profiler.enable');
		started.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		return started;
	} catch {
		return undefined;
	}
}

/** Tests of a file run one after the other; those in a test belong to it. */
function recordTests() {
	const file = relative(process.cwd(), process.argv[1] ?? '')
		.split(sep)
		.join('/');
	const { afterEach, beforeEach } = require('node:test');
	let depth = 0;
	beforeEach(test => {
		if (depth++ === 0) {
			end();
			running = process.env.FAULTLINE_TEST = `${file}::${test?.fullName ?? test?.name ?? ''}`;
		}
	});
	afterEach(() => {
		if (--depth === 0) {
			end();
			running = '';
			delete process.env.FAULTLINE_TEST;
		}
	});
}

/** Writes what ran since the last time. */
function end() {
	try {
		const { result: scripts = [] } = ask('Profiler.takePreciseCoverage');
		const executed = scripts.filter(({ functions }) => functions.some(isExecuted));
		learn(executed);
		write(executed.flatMap(lineOf));
	} catch {
		// What is not known is left out.
	}
}

/** The commands of this session answer at once. */
function ask(method, parameters) {
	let answer = {};
	session.post(method, parameters, (_error, result) => {
		answer = result ?? {};
	});
	return answer;
}

function isExecuted({ ranges }) {
	return ranges.some(({ count }) => count > 0);
}

function learn(scripts) {
	const fresh = scripts.filter(({ scriptId }) => !known.has(scriptId));
	const own = fresh.filter(({ url }) => ownFile(url) !== undefined);
	for (const { scriptId } of fresh) {
		known.set(scriptId, undefined);
	}
	if (own.length > 0) {
		session.post('Debugger.enable');
		for (const { scriptId, url } of own) {
			known.set(scriptId, described(url, ask('Debugger.getScriptSource', { scriptId }).scriptSource));
		}
		session.post('Debugger.disable');
	}
}

/** Where a script is, and its source map; undefined where its lines are not known. */
function described(url, source) {
	try {
		const file = ownFile(url);
		const { href } = pathToFileURL(file);
		const map = inlineMap(source) ?? findSourceMap(url)?.payload ?? findSourceMap(file)?.payload;
		if (map !== undefined) {
			const lineLengths = source.split('\n').map(({ length }) => length);
			return { url: href, maps: { [href]: { data: { ...map, sourcesContent: undefined }, lineLengths } } };
		}
		const written = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
		// Type annotations that are replaced by blanks move nothing; a line with the address may follow.
		const isUnmoved = source.replace(/\n\n\/\/# sourceURL=\S+$/, '').length === written.length;
		return isUnmoved ? { url: href, maps: {} } : undefined;
	} catch {
		return undefined;
	}
}

/** Of code that was compiled in memory. */
function inlineMap(source) {
	const start = source.lastIndexOf('\n//# sourceMappingURL=data:application/json');
	const [, encoded] = start < 0 ? [] : source.slice(start).split(';base64,');
	return encoded === undefined ? undefined : JSON.parse(Buffer.from(encoded, 'base64').toString());
}

function lineOf({ scriptId, functions }) {
	const { url, maps } = known.get(scriptId) ?? {};
	return url === undefined
		? []
		: [`${JSON.stringify({ test: running, result: [{ url, functions }], 'source-map-cache': maps })}\n`];
}

/** All at once, as other processes write as well. */
function write(lines) {
	let [file, text] = [0, ''];
	const flush = () => {
		while (file < most.files && text !== '' && sizeOf(file) + Buffer.byteLength(text) > most.fileBytes) {
			file++;
		}
		if (file < most.files && text !== '') {
			appendFileSync(pathOf(file), text, { mode: 0o600 });
		}
		text = '';
	};
	for (const line of lines.filter(each => Buffer.byteLength(each) <= most.fileBytes)) {
		if (Buffer.byteLength(text) + Buffer.byteLength(line) > most.fileBytes) {
			flush();
		}
		text += line;
	}
	flush();
}

function pathOf(file) {
	return join(__dirname, 'records', `v8-${file}.jsonl`);
}

function sizeOf(file) {
	return statSync(pathOf(file), { throwIfNoEntry: false })?.size ?? 0;
}

/** The path of a script of the project. */
function ownFile(url) {
	try {
		const file = url.startsWith('file:') ? fileURLToPath(url) : resolve(url) === url ? url : undefined;
		return file?.startsWith(folder + sep) && !isForeign(file) && isReal(file) ? file : undefined;
	} catch {
		return undefined;
	}
}

function isForeign(file) {
	return file.includes(`${sep}node_modules${sep}`) || file.startsWith(dirname(__dirname) + sep);
}

/** Not through a link that leads out of the folder. */
function isReal(file) {
	return realpathSync(file).startsWith(folder + sep);
}
