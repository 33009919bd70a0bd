import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { seededOrder } from '../support/seededOrder';
import { CodeTrees } from './codeTrees';
import { runHiddenTests } from './hiddenTests';
import { hasTests } from './judge';
import { type LiveInstance, readLiveInstances } from './liveInstance';
import type { CheckedInstance } from './usable';

const usage = `Finds the instances whose hidden tests fail without and pass with the developers' fix on this machine.
    npm run bench -- liveModel/checkInstances --instances DIR [--repos DIR] --usable FILE [--only ID] [--jobs N]
        [--seed N]`;

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			instances: { type: 'string' },
			repos: { type: 'string', default: '.' },
			usable: { type: 'string' },
			only: { type: 'string' },
			seed: { type: 'string', default: '12' },
			jobs: { type: 'string', default: '2' },
		},
	});
	const { instances: folder, repos, usable, only, seed, jobs } = values;
	if (folder === undefined || usable === undefined) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const known = existsSync(usable) ? readFileSync(usable, 'utf8') : '';
	const waiting = seededOrder(readLiveInstances(folder), ({ id }) => id, Number(seed)).filter(
		({ id }) => (only === undefined || id.includes(only)) && !known.includes(`"${id}"`),
	);
	const work = async () => {
		const trees = new CodeTrees(repos);
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const checked = await check(next, trees);
			appendFileSync(usable, `${JSON.stringify(checked)}\n`);
			console.log(`${checked.id}: ${checked.problem ?? 'usable'}`);
		}
		trees.dispose();
	};
	await Promise.all(Array.from({ length: Number(jobs) }, work));
}

async function check(instance: LiveInstance, trees: CodeTrees): Promise<CheckedInstance> {
	const { id, fix, environment } = instance;
	if (!hasTests(instance)) {
		return { id, command: '', environment, problem: 'it has no tests' };
	}
	const { tests } = instance;
	const parts = { id, command: tests.command, environment };
	if (fix === undefined) {
		return { ...parts, problem: 'no fix is known' };
	}
	try {
		const before = await runHiddenTests(instance, trees, '');
		const after = await runHiddenTests(instance, trees, fix);
		const early = tests.mustPass.filter(name => before.outcomes.get(name) === true);
		const missing = tests.mustPass.filter(name => after.outcomes.get(name) !== true);
		const passBefore = [...before.outcomes].filter(([, passed]) => passed).map(([name]) => name);
		const mayPass = passBefore.filter(name => after.outcomes.get(name) === true);
		const problem =
			missing.length > 0
				? `${missing.length} of ${tests.mustPass.length} do not pass with the fix${after.isTimeout ? ' in time' : ''}`
				: early.length === tests.mustPass.length
					? 'all pass without the fix'
					: undefined;
		const output = problem === undefined ? {} : { output: after.output.slice(-1500) };
		return { ...parts, ...(problem === undefined ? {} : { problem }), nOthers: mayPass.length, ...output };
	} catch (error) {
		return { ...parts, problem: error instanceof Error ? error.message : String(error) };
	}
}
