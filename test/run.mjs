/**
 * The program behind `npm test`: build, static check, unit tests, editor tests in a real VS Code, end-to-end tests in a browser.
 *
 *     node test/run.mjs [unit|editor|e2e] [--grep REGEXP] [--thorough] [PATH_PART...]
 *
 * Naming suites runs only these and skips the static check. A PATH_PART runs only the test files whose path contains it,
 * and bundles only these, so that a broken test elsewhere does not matter. `--thorough` runs all rounds of the tests that
 * repeat something (kills, random inputs) instead of a few. Files of all suites run side by side, and the report of each
 * is printed when it ends; `out/durations.json` has how long each took. What failed is repeated at the end. The last line
 * is always `N passed, N failed`; a step that could not run counts as one failure.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inNewerNode } from './harness/newerNode.mjs';

await inNewerNode();
const { buildProduct, buildTests, findTests, productState, repoRoot } = await import('../esbuild.config.mjs');
const { Durations } = await import('./harness/durations.mts');
const { buildProductIfChanged } = await import('./harness/product.mts');
const { Programs } = await import('./harness/programs.mts');
const { runJobs, slotsOfMachine } = await import('./harness/testQueue.mts');
const { TestRun, Totals } = await import('./harness/testRun.mts');

const suiteNames = ['unit', 'editor', 'e2e'];
const request = parseArguments(process.argv.slice(2));
/** One folder per run, so that two runs in one checkout do not delete each other's files. */
const outdir = join(repoRoot, 'out', `run-${process.pid}`);
const [programs, totals, durations] = [new Programs(), new Totals(), new Durations(repoRoot)];
const run = new TestRun({ outdir, programs, totals, durations, grep: request.grep });
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => void stop(signal));
}

const files = findTests().filter(path => request.parts.every(part => path.includes(part)));
const isBuilt = await step('build', async () => {
	const build = { repoRoot, stateFile: productState, build: buildProduct };
	await Promise.all([buildProductIfChanged(build), buildTests({ files: request.suites.flatMap(filesOf), outdir })]);
});
const needsWindow = request.suites.some(suite => suite !== 'unit');
const hasWindow =
	isBuilt && needsWindow && (await step('VS Code and browser', () => runProgram([join(outdir, 'vscode/prepare.js')])));
await runJobs(jobs(), slotsOfMachine());
await run.end();
durations.save();
rmSync(outdir, { recursive: true, force: true });
totals.end();

function parseArguments(words) {
	const grepAt = words.indexOf('--grep');
	const grep = grepAt === -1 ? undefined : words.splice(grepAt, 2)[1];
	if (words.includes('--thorough')) {
		// Read by test/support/thorough.ts.
		process.env.FAULTLINE_THOROUGH = '1';
	}
	const named = words.filter(word => suiteNames.includes(word));
	return {
		suites: named.length > 0 ? named : suiteNames,
		everything: named.length === 0,
		grep,
		parts: words.filter(word => !suiteNames.includes(word) && word !== '--thorough'),
	};
}

function filesOf(suite) {
	const own = path => path.startsWith('test/editor/') || path.startsWith('test/e2e/');
	return files.filter(path => (suite === 'unit' ? !own(path) : path.startsWith(`test/${suite}/`)));
}

function jobs() {
	const check = { name: 'static check', expectedMs: durations.of('static check'), opensWindow: false };
	const checking = { ...check, run: async () => void (await step('static check', runStaticCheck)) };
	return [...(request.everything ? [checking] : []), ...request.suites.flatMap(jobsOf)];
}

function jobsOf(suite) {
	const all = filesOf(suite);
	const problem = !isBuilt || (suite !== 'unit' && !hasWindow) ? 'not run, as a step before it failed' : undefined;
	if (problem !== undefined || all.length === 0) {
		totals.add(suite, { passed: 0, failed: 1, failures: [problem ?? 'no test was found'] });
		return [];
	}
	return suite === 'editor' ? [editorJob(all)] : all.map(path => run.jobOf(suite, path));
}

/** All tests of the editor, which share one VS Code. */
function editorJob(paths) {
	const name = 'editor tests';
	return {
		...{ name, expectedMs: durations.of(name), opensWindow: true },
		run: async () => {
			const countsFile = join(outdir, 'editor.counts.json');
			const tests = paths.map(path => join(outdir, path.replace(/^test\//, '').replace(/\.tsx?$/, '.js')));
			const plan = { files: tests, countsFile, ...(request.grep && { grep: request.grep }) };
			const startedMs = performance.now();
			const program = [join(outdir, 'vscode/runEditorTests.js')];
			const problem = await runProgram(program, { FAULTLINE_TEST_PLAN: JSON.stringify(plan) }).catch(error => error);
			const counts = readCounts(countsFile, problem);
			totals.add('editor', counts);
			problem && counts.failed === 0 && totals.add('editor', { passed: 0, failed: 1, failures: [problem.message] });
			durations.record(name, performance.now() - startedMs, counts.durations);
		},
	};
}

function readCounts(countsFile, problem) {
	try {
		return JSON.parse(readFileSync(countsFile, 'utf8'));
	} catch (error) {
		return { passed: 0, failed: 1, failures: [(problem ?? error).message], durations: [] };
	}
}

async function runStaticCheck() {
	const startedMs = performance.now();
	await runProgram(['run', '--silent', 'check:static'], {}, 'npm');
	durations.record('static check', performance.now() - startedMs, []);
}

/** Runs a program of Node unless another is named, and prints what it prints at its end. Rejects where it fails. */
async function runProgram(words, env = {}, command = process.execPath) {
	const output = [];
	const shell = process.platform === 'win32' && command === 'npm';
	try {
		await programs.run(command, words, { cwd: repoRoot, env, shell, onChunk: chunk => output.push(chunk) });
	} finally {
		process.stdout.write(Buffer.concat(output));
	}
}

/** Runs one step; an exception is printed and counted as one failure. */
async function step(name, action) {
	const startedMs = performance.now();
	console.log(`\n=== ${name}`);
	try {
		await action();
		return true;
	} catch (error) {
		const text = error instanceof Error ? error.message : String(error);
		totals.add(name, { passed: 0, failed: 1, failures: [text] });
		console.error(`\n*** ${name} failed: ${text}`);
		return false;
	} finally {
		console.log(`=== ${name}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
	}
}

async function stop(signal) {
	await programs.endAll();
	rmSync(outdir, { recursive: true, force: true });
	console.error(`\n*** stopped by ${signal}`);
	process.exit(1);
}
