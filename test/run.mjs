/**
 * The program behind `npm test`: build, static check, unit tests, editor tests in a real VS Code, end-to-end tests in a browser.
 *
 *     node test/run.mjs [unit|editor|e2e] [--grep REGEXP] [--thorough] [PATH_PART...]
 *
 * Naming suites runs only these and skips the static check. A PATH_PART bundles and runs only the test files whose path
 * contains it, so that a broken test elsewhere does not matter. `--thorough` runs all rounds of the tests that repeat
 * something (kills, random inputs) instead of a few. What failed is repeated at the end. The last line is
 * always `N passed, N failed`; a step that could not run counts as one failure.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));
const suiteNames = ['unit', 'editor', 'e2e'];
/** A program that prints nothing for so long hangs. There is no other limit: a busy machine is slow. */
const silentMs = 10 * 60_000;

if (Number(process.versions.node.split('.')[0]) < 24) {
	// An npm script finds the dev dependency `node` first on PATH; a direct call does not.
	await continueInNewerNode();
}
process.env.PATH = dirname(process.execPath) + delimiter + process.env.PATH;

const { buildProduct, buildTests, findTests } = await import('../esbuild.config.mjs');
const request = parseArguments(process.argv.slice(2));
/** One folder per run, so that two runs in one checkout do not delete each other's files. */
const outdir = join(repoRoot, 'out', `run-${process.pid}`);
const total = { passed: 0, failed: 0, failures: [] };
/** Whether VS Code and a browser could be installed and started; asked once. */
const vsCode = { ready: undefined };
/** The running programs; a signal to this process ends them first. */
const running = new Set();
/** Of a suite with so many files, two halves run side by side: most tests wait for programs that they started. */
const filesToHalve = 40;
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => void stop(signal));
}

const files = findTests().filter(path => request.parts.every(part => path.includes(part)));
const built = await step('build', async () => {
	await buildProduct();
	await buildTests({ files: request.suites.flatMap(filesOf), outdir });
});
if (request.everything) {
	await step('static check', () => run('npm', ['run', '--silent', 'check'], { shell: process.platform === 'win32' }));
}
for (const suite of request.suites) {
	if (built && (suite === 'unit' || (await isVsCodeReady()))) {
		await step(suite, () => runSuite(suite));
	} else {
		await step(suite, () => Promise.reject(new Error('not run, as a step before it failed')));
	}
}
rmSync(outdir, { recursive: true, force: true });
process.exitCode = total.failed === 0 ? 0 : 1;
for (const failure of total.failures) {
	console.log(`\n*** FAILED: ${failure}`);
}
console.log(`${total.passed} passed, ${total.failed} failed`);

async function continueInNewerNode() {
	const node = join(repoRoot, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
	const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
	for (const signal of ['SIGINT', 'SIGTERM']) {
		process.on(signal, () => child.kill(signal));
	}
	const [code] = await once(child, 'close');
	process.exit(code ?? 1);
}

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

function isVsCodeReady() {
	vsCode.ready ??= step('VS Code and browser', () => run(process.execPath, [join(outdir, 'vscode/prepare.js')]));
	return vsCode.ready;
}

function filesOf(suite) {
	const own = path => path.startsWith('test/editor/') || path.startsWith('test/e2e/');
	return files.filter(path => (suite === 'unit' ? !own(path) : path.startsWith(`test/${suite}/`)));
}

async function runSuite(suite) {
	const tests = filesOf(suite).map(path => join(outdir, path.replace(/^test\//, '').replace(/\.tsx?$/, '.js')));
	const isHalved = suite === 'unit' && tests.length >= filesToHalve && availableParallelism() > 1;
	const parts = isHalved ? [0, 1].map(half => tests.filter((_, at) => at % 2 === half)) : [tests];
	const results = await Promise.all(parts.map((part, at) => runTests(suite, part, at)));
	for (const { counts } of results) {
		total.passed += counts.passed;
		total.failed += counts.failed;
		total.failures.push(...counts.failures.map(failure => `${suite}: ${failure}`));
	}
	if (results.every(({ counts }) => counts.passed + counts.failed === 0)) {
		throw new Error('no test was found');
	}
	for (const { counts, problem } of results) {
		if (problem && counts.failed === 0) {
			throw problem;
		}
	}
}

/** Runs tests in one process. The output of all parts but the first is printed when they have ended. */
async function runTests(suite, tests, part) {
	const countsFile = join(outdir, `${suite}-${part}.counts.json`);
	const main = suite === 'editor' ? 'vscode/runEditorTests.js' : 'support/mochaMain.js';
	const plan = {
		files: tests,
		countsFile,
		...(request.grep && { grep: request.grep }),
	};
	const problem = await run(process.execPath, ['--enable-source-maps', join(outdir, main)], {
		env: { ...process.env, FAULTLINE_TEST_PLAN: JSON.stringify(plan) },
		isPrintedLater: part > 0,
	}).then(
		() => undefined,
		error => error,
	);
	return { problem, counts: readCounts(countsFile, problem) };
}

function readCounts(countsFile, problem) {
	try {
		return JSON.parse(readFileSync(countsFile, 'utf8'));
	} catch (error) {
		return { passed: 0, failed: 1, failures: [(problem ?? error).message] };
	}
}

/** Runs one step; an exception is printed and counted as one failure. */
async function step(name, action) {
	const startedAt = performance.now();
	console.log(`\n=== ${name}`);
	try {
		await action();
		return true;
	} catch (error) {
		total.failed += 1;
		total.failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
		console.error(`\n*** ${name} failed: ${error instanceof Error ? error.message : error}`);
		return false;
	} finally {
		console.log(`=== ${name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
	}
}

/**
 * Runs a program with its output passed through, or printed at its end. Rejects on a non-zero exit code, and when it
 * prints nothing for `silentMs`.
 */
async function run(command, args, { isPrintedLater = false, env = process.env, ...options } = {}) {
	const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const stdio = ['inherit', 'pipe', 'pipe'];
	const child = spawn(command, args, { cwd: repoRoot, stdio, env: { ...colors, ...env }, ...options });
	const output = [];
	running.add(child);
	const timer = setTimeout(() => {
		console.error(`\n*** nothing printed for ${silentMs / 60_000} minutes`);
		void end(child);
	}, silentMs);
	child.stdout.on('data', chunk => pass(chunk, process.stdout));
	child.stderr.on('data', chunk => pass(chunk, process.stderr));
	function pass(chunk, stream) {
		timer.refresh();
		if (isPrintedLater) {
			output.push(chunk);
		} else {
			stream.write(chunk);
		}
	}
	try {
		const [code, signal] = await once(child, 'close');
		if (code !== 0) {
			throw new Error(`ended with ${signal ?? `exit code ${code}`}`);
		}
	} finally {
		clearTimeout(timer);
		running.delete(child);
		process.stdout.write(Buffer.concat(output));
	}
}

/** Sends SIGTERM first, so that a program can end its own children. */
async function end(child) {
	const closed = once(child, 'close');
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
	await closed;
	clearTimeout(timer);
}

async function stop(signal) {
	await Promise.all([...running].map(end));
	rmSync(outdir, { recursive: true, force: true });
	console.error(`\n*** stopped by ${signal}`);
	process.exit(1);
}
