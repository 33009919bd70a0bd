import { parseArgs } from 'node:util';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { darsOptions } from '../../src/engine/agent/branching/treeRules';
import { installedGrammars } from '../../test/support/grammars';
import { randomNumbers } from '../../test/support/randomNumbers';
import type { Skill } from './guessingModel';
import { type MadeBug, madeBugs } from './madeBug';
import { type SimulatedRun, simulateRun } from './simulatedRun';
import { type BugRuns, type CostOf, compare } from './successRate';

const usage = `Compares the strategy tree with independent runs that do not branch, with a model that guesses.
    npm run bench -- treeSimulation [--right P,...] [--learned P] [--critic P] [--samples N] [--seeds N]`;

/** Linear runs for each tree: they are shorter. */
const linearPerSeed = 2;
const tokensPerUnit = 1_000;
const budgets: readonly { readonly unit: string; readonly costOf: CostOf; readonly amounts: readonly number[] }[] = [
	{ unit: 'requests', costOf: ({ nRequests }) => nRequests, amounts: [20, 40, 80, 160] },
	{
		unit: 'thousand tokens',
		costOf: ({ nTokens }) => Math.ceil(nTokens / tokensPerUnit),
		amounts: [100, 200, 400, 800],
	},
];

void main();

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			right: { type: 'string', default: '0.2,0.3,0.4,0.5,0.6' },
			learned: { type: 'string', default: '0' },
			critic: { type: 'string', default: '0' },
			samples: { type: 'string', default: `${darsOptions.nSamples}` },
			seeds: { type: 'string', default: '50' },
		},
	});
	const rights = values.right.split(',').map(Number);
	const [learned, critic, nSamples, nSeeds] = [values.learned, values.critic, values.samples, values.seeds].map(Number);
	const isShare = (value: number | undefined) => value !== undefined && value >= 0 && value <= 1;
	const isCount = (value: number | undefined) => Number.isSafeInteger(value) && Number(value) >= 1;
	if (![...rights, learned, critic].every(isShare) || !isCount(nSamples) || !isCount(nSeeds)) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const parser = new SourceParser(installedGrammars());
	for (const right of rights) {
		const skill = { right, learned: learned ?? 0, critic: critic ?? 0 };
		const simulations = { skill, nSamples: nSamples ?? 1, nSeeds: nSeeds ?? 1, parser };
		const runs: BugRuns[] = [];
		for (const bug of madeBugs) {
			runs.push(await simulateBug(bug, simulations));
		}
		report(simulations, runs);
	}
}

interface Simulations {
	readonly skill: Skill;
	readonly nSamples: number;
	readonly nSeeds: number;
	readonly parser: SourceParser;
}

const unbranched = { create: 0, append: 0, edit: 0, submit: 0, error: 0 };

async function simulateBug(bug: MadeBug, { skill, nSamples, nSeeds, parser }: Simulations): Promise<BugRuns> {
	const runs = { tree: [] as SimulatedRun[], linear: [] as SimulatedRun[] };
	const common = { skill, parser };
	for (let seed = 1; seed <= nSeeds; seed++) {
		const name = (way: string) => `${bug.id}, ${skill.right}, ${way} ${seed}`;
		runs.tree.push(await simulateRun(bug, { ...common, tree: { nSamples }, name: name('tree') }));
		for (let number = 1; number <= linearPerSeed; number++) {
			const tree = { limits: unbranched };
			runs.linear.push(await simulateRun(bug, { ...common, tree, name: name(`linear ${number} of`) }));
		}
	}
	return { bug: bug.id, ...runs };
}

function report({ skill, nSamples, nSeeds }: Simulations, bugs: readonly BugRuns[]): void {
	const { right, learned, critic } = skill;
	console.log(`\nright ${right}, learned ${learned}, critic ${critic}, ${nSamples} samples, ${nSeeds} seeds`);
	for (const way of ['tree', 'linear'] as const) {
		const runs = bugs.flatMap(bug => bug[way]);
		const mean = (figure: (run: SimulatedRun) => number) =>
			runs.reduce((sum, run) => sum + figure(run), 0) / runs.length;
		const cost = `${mean(run => run.nRequests).toFixed(1)} requests, ${Math.round(mean(run => run.nTokens))} tokens`;
		console.log(`one ${way} run: ${percent(mean(({ isProven }) => Number(isProven)))}, ${cost}`);
	}
	for (const { unit, costOf, amounts } of budgets) {
		const print = (title: string, compared: readonly BugRuns[], amount: number) => {
			const { tree, linear, interval } = compare(compared, amount, { costOf, random: randomNumbers(amount) });
			const [low, high] = interval.map(signedPercent);
			console.log(`${title}: tree ${percent(tree)}, linear ${percent(linear)}, difference ${low} to ${high}`);
		};
		for (const amount of amounts) {
			print(`${amount} ${unit}`, bugs, amount);
		}
		const amount = amounts[2] ?? 0;
		for (const bug of bugs) {
			print(`  ${amount} ${unit}, ${bug.bug}`, [bug], amount);
		}
	}
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function signedPercent(share: number): string {
	return `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)}`;
}
