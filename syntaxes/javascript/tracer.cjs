/**
 * Records the functions of one folder that a program executes: `node --require FOLDER/.faultline/tracer.cjs PROGRAM`.
 *
 * When a process or a thread ends, it appends a line of JSON for each to `executed.jsonl` beside this file:
 * {"file": ..., "line": ..., "name": ..., "count": ...}. Places in generated code are those of its source map; without
 * one, code that differs from its file is left out.
 */
'use strict';

const { appendFileSync, readFileSync, realpathSync } = require('node:fs');
const { Session } = require('node:inspector');
const { findSourceMap } = require('node:module');
const { dirname, join, relative, resolve, sep } = require('node:path');
const { fileURLToPath } = require('node:url');

/** Beyond it, nothing more is recorded: it bounds the file. */
const maxFunctions = 20_000;
const folder = dirname(__dirname);
const output = join(__dirname, 'executed.jsonl');

process.setSourceMapsEnabled?.(true);
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
process.on('exit', () => {
	try {
		write();
	} catch {
		// What is not known is left out.
	}
});

function write() {
	const { result: scripts = [] } = ask('Profiler.takePreciseCoverage');
	session.post('Debugger.enable');
	const executed = scripts.flatMap(executedIn);
	const lines = executed.slice(0, maxFunctions).map(each => `${JSON.stringify(each)}\n`);
	appendFileSync(output, lines.join(''), { mode: 0o600 });
}

/** The commands of this session answer at once. */
function ask(method, parameters) {
	let answer = {};
	session.post(method, parameters, (_error, result) => {
		answer = result ?? {};
	});
	return answer;
}

function executedIn({ scriptId, url, functions }) {
	const file = pathOf(url);
	if (file === undefined || file === __filename || !isProjectFile(file)) {
		return [];
	}
	const { scriptSource: source } = ask('Debugger.getScriptSource', { scriptId });
	const placeOf = source === undefined ? undefined : places(file, url, source);
	return placeOf === undefined ? [] : functions.flatMap(each => executedAt(each, source, placeOf));
}

function executedAt({ functionName: name, ranges: [range] }, source, placeOf) {
	const isScript = range.startOffset === 0 && range.endOffset === source.length;
	const place = range.count === 0 || isScript ? undefined : placeOf(range.startOffset);
	return place === undefined ? [] : [{ ...place, name, count: range.count }];
}

/** From an offset in the code that ran to its place in the project; undefined where nothing is known. */
function places(file, url, source) {
	const starts = lineStarts(source);
	const map = findSourceMap(url) ?? findSourceMap(file);
	if (map !== undefined) {
		return offset => originalPlace(map, file, positionOf(starts, offset));
	}
	const written = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
	// Type annotations that are replaced by blanks move nothing; a line with the address may follow.
	const isUnmoved = source.replace(/\n\n\/\/# sourceURL=\S+$/, '').length === written.length;
	return isUnmoved ? offset => ({ file: projectPath(file), line: positionOf(starts, offset).line + 1 }) : undefined;
}

function originalPlace(map, file, { line, column }) {
	const { originalSource, originalLine } = map.findEntry(line, column);
	if (originalSource === undefined) {
		return undefined;
	}
	const original = pathOf(originalSource) ?? resolve(dirname(file), originalSource);
	return isProjectFile(original) ? { file: projectPath(original), line: originalLine + 1 } : undefined;
}

function lineStarts(source) {
	const starts = [0];
	for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return starts;
}

/** 0-based. */
function positionOf(starts, offset) {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (starts[middle] <= offset) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return { line: low, column: offset - starts[low] };
}

function pathOf(url) {
	try {
		return url.startsWith('file:') ? fileURLToPath(url) : resolve(url) === url ? url : undefined;
	} catch {
		return undefined;
	}
}

function isProjectFile(file) {
	return file.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`) && isReal(file);
}

/** Not through a link that leads out of the folder. */
function isReal(file) {
	try {
		return realpathSync(file).startsWith(folder + sep);
	} catch {
		return false;
	}
}

function projectPath(file) {
	return relative(folder, file).split(sep).join('/');
}
