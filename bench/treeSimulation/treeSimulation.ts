import { parseArgs } from 'node:util';
import { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { darsOptions, singlePathOptions } from '../../src/engine/agent/branching/treeRules';
import { autoPreset } from '../../src/engine/strategies/auto';
import { installedGrammars } from '../../test/support/grammars';
import { randomNumbers } from '../../test/support/randomNumbers';
import type { Skill } from './guessingModel';
import { type MadeBug, madeBugs } from './madeBug';
import { type BranchRules, type SimulatedRun, simulateRun } from './simulatedRun';
import { type BugRuns, type CostOf, compare } from './successRate';

const usage = `Compares an agent that branches with independent runs of one that does not, with a model that guesses.
    npm run bench -- treeSimulation [--rules auto|tree] [--right P,...] [--learned P] [--reconsiders P] [--critic P]
        [--seeds N]`;

/** The rules by which an agent branches: of the strategies of these names. */
const branching: Readonly<Record<string, BranchRules>> = { auto: autoPreset, tree: { options: darsOptions } };
/** Independent runs for each that branches: they are shorter. */
const independentPerSeed = 2;
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
			reconsiders: { type: 'string', default: '0' },
			critic: { type: 'string', default: '0' },
			rules: { type: 'string', default: 'auto' },
			seeds: { type: 'string', default: '50' },
		},
	});
	const rights = values.right.split(',').map(Number);
	const [learned = 0, reconsiders = 0, critic = 0] = [values.learned, values.reconsiders, values.critic].map(Number);
	const nSeeds = Number(values.seeds);
	const rules = branching[values.rules];
	const isShare = (value: number | undefined) => value !== undefined && value >= 0 && value <= 1;
	const isCount = Number.isSafeInteger(nSeeds) && nSeeds >= 1;
	if (rules === undefined || ![...rights, learned, reconsiders, critic].every(isShare) || !isCount) {
		console.error(usage);
		process.exitCode = 2;
		return;
	}
	const parser = new SourceParser(installedGrammars());
	for (const right of rights) {
		const simulations = { skill: { right, learned, reconsiders, critic }, rules, nSeeds, parser };
		const runs: BugRuns[] = [];
		for (const bug of madeBugs) {
			runs.push(await simulateBug(bug, simulations));
		}
		report(simulations, runs);
	}
}

interface Simulations {
	readonly skill: Skill;
	readonly rules: BranchRules;
	readonly nSeeds: number;
	readonly parser: SourceParser;
}

async function simulateBug(bug: MadeBug, { skill, rules, nSeeds, parser }: Simulations): Promise<BugRuns> {
	const runs = { branching: [] as SimulatedRun[], independent: [] as (readonly SimulatedRun[])[] };
	const common = { skill, parser };
	for (let seed = 1; seed <= nSeeds; seed++) {
		// One that branches begins as the first independent one: only what follows a dead end differs.
		const nameOf = (number: number) => `${bug.id}, ${skill.right}, run ${number} of ${seed}`;
		runs.branching.push(await simulateRun(bug, { ...common, rules, name: nameOf(1) }));
		const independent: SimulatedRun[] = [];
		for (let number = 1; number <= independentPerSeed; number++) {
			independent.push(
				await simulateRun(bug, { ...common, rules: { options: singlePathOptions }, name: nameOf(number) }),
			);
		}
		runs.independent.push(independent);
	}
	return { bug: bug.id, ...runs };
}

function report({ skill, nSeeds }: Simulations, bugs: readonly BugRuns[]): void {
	const { right, learned, reconsiders, critic } = skill;
	const settings = `right ${right}, learned ${learned}, reconsiders ${reconsiders}, critic ${critic}`;
	console.log(`\n${settings}, ${nSeeds} seeds`);
	for (const way of ['branching', 'independent'] as const) {
		const runs = bugs.flatMap(bug => bug[way].flat());
		const mean = (figure: (run: SimulatedRun) => number) =>
			runs.reduce((sum, run) => sum + figure(run), 0) / runs.length;
		const cost = `${mean(run => run.nRequests).toFixed(1)} requests, ${Math.round(mean(run => run.nTokens))} tokens`;
		console.log(`one ${way} run: ${percent(mean(({ isProven }) => Number(isProven)))}, ${cost}`);
	}
	for (const { unit, costOf, amounts } of budgets) {
		const print = (title: string, compared: readonly BugRuns[], amount: number) => {
			const {
				branching: first,
				independent,
				interval,
			} = compare(compared, amount, { costOf, random: randomNumbers(amount) });
			const [low, high] = interval.map(signedPercent);
			console.log(
				`${title}: branching ${percent(first)}, independent ${percent(independent)}, difference ${low} to ${high}`,
			);
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
