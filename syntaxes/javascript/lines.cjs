/**
 * Records which code of a project the tests of node:test execute: `node --require lines.cjs --test`, in the project's
 * folder.
 *
 * The process of each file of tests writes a line of JSON for each test, as soon as it has ended, to
 * FAULTLINE_LINES/test-PID.jsonl: {"test": FILE::NAME, "result": [SCRIPT...], "source-map-cache": {...}}, in the form of
 * NODE_V8_COVERAGE. The test '' is what runs outside of tests, as while modules are loaded. Scripts outside of the
 * project, and those that are installed in it, are left out.
 *
 * `node lines.cjs` then joins these files, and those of NODE_V8_COVERAGE in the same folder, to v8-0.jsonl, v8-1.jsonl
 * and so on.
 */
'use strict';

const { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } = require('node:fs');
const { Session } = require('node:inspector');
const { findSourceMap } = require('node:module');
const { join, relative, sep } = require('node:path');
const { pathToFileURL } = require('node:url');

/** A larger file is continued in the next one, up to so many: it bounds what is read. */
const most = { fileBytes: 8 * 1024 * 1024, files: 64 };
const output = process.env.FAULTLINE_LINES;
const folder = process.cwd();
const project = `${pathToFileURL(folder).href}/`;
const isOwn = ({ url }) => typeof url === 'string' && url.startsWith(project) && !url.includes('/node_modules/');

if (require.main === module) {
	joinFiles();
} else if (process.env.NODE_TEST_CONTEXT?.startsWith('child')) {
	record();
}

function record() {
	const records = join(output, `test-${process.pid}.jsonl`);
	mkdirSync(output, { recursive: true });
	const file = relative(folder, process.argv[1] ?? '')
		.split(sep)
		.join('/');
	const session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	// Tests of a file run one after the other, those in a test within it.
	const running = [];
	const end = test => {
		try {
			write(test);
		} catch {
			// What is not known is left out.
		}
	};
	const write = test => {
		// The commands of this session answer at once, with what ran since the last time.
		let scripts = [];
		session.post('Profiler.takePreciseCoverage', (_error, answer) => {
			scripts = answer?.result ?? [];
		});
		const executed = scripts.filter(each => isOwn(each) && each.functions.some(isExecuted));
		const result = executed.map(({ url, functions }) => ({ url, functions }));
		if (result.length > 0) {
			const maps = Object.fromEntries(result.flatMap(({ url }) => mapOf(url)));
			appendFileSync(records, `${JSON.stringify({ test, result, 'source-map-cache': maps })}\n`, { mode: 0o600 });
		}
	};
	const { afterEach, beforeEach } = require('node:test');
	beforeEach(test => {
		end(running.at(-1) ?? '');
		running.push(running.at(-1) ?? `${file}::${test?.fullName ?? test?.name ?? ''}`);
	});
	afterEach(() => {
		end(running.pop() ?? '');
	});
	process.on('exit', () => end(running.at(-1) ?? ''));
}

function isExecuted({ ranges }) {
	return ranges.some(({ count }) => count > 0);
}

function mapOf(url) {
	const map = findSourceMap(url);
	return map === undefined ? [] : [[url, { data: map.payload, lineLengths: map.lineLengths }]];
}

function joinFiles() {
	let [file, nBytes] = [0, 0];
	const write = line => {
		const size = Buffer.byteLength(line);
		if (nBytes > 0 && nBytes + size > most.fileBytes) {
			[file, nBytes] = [file + 1, 0];
		}
		if (file < most.files && size <= most.fileBytes) {
			appendFileSync(join(output, `v8-${file}.jsonl`), line, { mode: 0o600 });
			nBytes += size;
		}
	};
	for (const name of readdirSync(output).filter(each => /^(?:coverage|test)-/.test(each))) {
		for (const text of readFileSync(join(output, name), 'utf8').split('\n').filter(Boolean)) {
			write(`${ownPart(text)}\n`);
		}
		rmSync(join(output, name), { force: true });
	}
}

/** Of a report. '' for half of one, as a process leaves it that was killed while it wrote. */
function ownPart(text) {
	try {
		const { test, result, 'source-map-cache': maps = {} } = JSON.parse(text);
		const own = Object.fromEntries(Object.entries(maps).filter(([url]) => isOwn({ url })));
		return JSON.stringify({ test, result: result.filter(isOwn), 'source-map-cache': own });
	} catch {
		return '';
	}
}
