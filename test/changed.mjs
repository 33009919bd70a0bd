/**
 * The program behind `npm run test:changed`: runs the unit tests that a change may make fail.
 *
 *     node test/changed.mjs [BASE] [--all] [--watch]
 *
 * What changed is what differs from BASE, a commit, which is HEAD unless given: with what is not committed and not tracked.
 * A test is selected when it imports what changed, over whatever other files, reads it by path, or starts the part of
 * the product that is made of it. The tests of the changed folders come first, and those that take long are left out, with
 * a line that says so; `--all` runs them. With `--watch`, it continues with each file that is saved.
 */
import { rmSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inNewerNode } from './harness/newerNode.mjs';

await inNewerNode();
const { buildProduct, findTests, productState, repoRoot, testBundler, testEntries } = await import(
	'../esbuild.config.mjs'
);
const { changedFiles, knownFiles } = await import('./harness/changedFiles.mts');
const { Durations } = await import('./harness/durations.mts');
const { describeLeftOut, describePlan, planOf } = await import('./harness/plan.mts');
const { buildProductIfChanged } = await import('./harness/product.mts');
const { productEntries } = await import('./harness/productParts.mts');
const { Programs } = await import('./harness/programs.mts');
const { projectOf } = await import('./harness/project.mts');
const { selectTests } = await import('./harness/selectTests.mts');
const { runJobs, slotsOfMachine } = await import('./harness/testQueue.mts');
const { TestRun, Totals } = await import('./harness/testRun.mts');

const words = process.argv.slice(2);
const [isAll, isWatching] = ['--all', '--watch'].map(option => words.includes(option));
const base = words.find(word => !word.startsWith('--')) ?? 'HEAD';
const outdir = join(repoRoot, 'out', `changed-${process.pid}`);
const [programs, durations] = [new Programs(), new Durations(repoRoot)];
const bundling = { tests: [], bundler: undefined };
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.once(signal, () => void stop(signal));
}

const changedNow = changedFiles(repoRoot, base);
if (changedNow.length > 0) {
	await runTestsOf(changedNow);
} else {
	console.log(`nothing differs from ${base}`);
}
if (isWatching) {
	await runSaved();
}
await bundling.bundler?.dispose();
rmSync(outdir, { recursive: true, force: true });

async function runTestsOf(changed) {
	const startedMs = performance.now();
	const seconds = () => ((performance.now() - startedMs) / 1000).toFixed(1);
	const [totals, { slots }] = [new Totals(), slotsOfMachine()];
	const run = new TestRun({ outdir, programs, totals, durations });
	try {
		const { metafile, write } = await (await currentBundler()).rebuild();
		const project = projectOf({ repoRoot, tests: bundling.tests, entries: testEntries, metafile });
		const plan = planOf(selectTests(changed, project), { durations, slots: Math.max(1, slots - 1), isAll });
		console.log(describePlan(changed, plan));
		const chosen = [...plan.first, ...plan.others];
		await write(chosen.map(({ path }) => path));
		const product = { repoRoot, stateFile: productState, build: buildProduct };
		const jobsOf = tests => tests.map(({ path }) => run.jobOf('unit', path));
		const build = tests => tests.some(({ startsProduct }) => startsProduct) && buildProductIfChanged(product);
		await build(plan.first);
		await runJobs(jobsOf(plan.first), { slots });
		if (plan.others.length > 0) {
			const isFirst = plan.first.length === 0;
			isFirst ||
				console.log(
					`\n=== the tests of what changed: ${totals.passed} passed, ${totals.failed} failed (${seconds()} s)`,
				);
			await build(plan.others);
			await runJobs(jobsOf(plan.others), { slots, keepsOrder: true });
		}
		console.log(`\n${describeLeftOut(plan)}`);
	} catch (error) {
		totals.add('build', { passed: 0, failed: 1, failures: [error instanceof Error ? error.message : String(error)] });
	} finally {
		await run.end();
	}
	durations.save();
	console.log(`=== ${seconds()} s`);
	totals.end();
}

/** With all tests that there are now. */
async function currentBundler() {
	const tests = findTests();
	if (tests.join() !== bundling.tests.join()) {
		await bundling.bundler?.dispose();
		bundling.bundler = await testBundler({ files: tests, others: productEntries, outdir });
		bundling.tests = tests;
	}
	return bundling.bundler;
}

/** Runs the tests of what is saved from now on, until it is stopped. */
async function runSaved() {
	const saved = new Set();
	for (const folder of ['src', 'test', 'bench', 'syntaxes', 'docs', 'l10n', 'sample']) {
		watch(join(repoRoot, folder), { recursive: true }, (_, path) => {
			path && saved.add(`${folder}/${path.replaceAll('\\', '/')}`);
		});
	}
	console.log('\n=== waiting for files that are saved');
	for (;;) {
		await sleep(100);
		if (saved.size > 0) {
			// An editor may write several at once, and with files in between that are gone at once.
			const known = knownFiles(repoRoot);
			const paths = [...saved].filter(path => known.has(path));
			saved.clear();
			if (paths.length > 0) {
				await runTestsOf(paths);
				console.log('\n=== waiting for files that are saved');
			}
		}
	}
}

async function stop(signal) {
	await programs.endAll();
	rmSync(outdir, { recursive: true, force: true });
	console.error(`\n*** stopped by ${signal}`);
	process.exit(1);
}
