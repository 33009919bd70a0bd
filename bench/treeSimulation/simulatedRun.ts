import { createHash } from 'node:crypto';
import type { SourceParser } from '../../src/code/pure/definitions/sourceParser';
import { isProven } from '../../src/engine/agent/branching/treeTurns';
import type { FixPreset } from '../../src/engine/agent/fixWithAgent';
import { locateIssue } from '../../src/engine/agent/locateIssue';
import { reportLocations } from '../../src/engine/stages/locate/reply/reportLocations';
import { locatedEmbedded, presetStrategy } from '../../src/engine/strategies/presetStrategy';
import { submitTool } from '../../src/models/pure/tools/actions/submitTool';
import type { Tool } from '../../src/models/pure/tools/tool';
import type { Run } from '../../src/runs/pure/fold/run';
import { fixOf } from '../../src/runs/pure/fold/runFix';
import type { Workbench } from '../../src/sandbox/pure/workbench/workbench';
import { MemoryBench, memoryTools } from '../../test/engine/agent/branching/memoryBench';
import { memoryExecution } from '../../test/engine/agent/branching/memoryCheckouts';
import { strategyRun } from '../../test/engine/strategies/strategyRun';
import { memoryWorkspace } from '../../test/support/memoryWorkspace';
import { randomNumbers } from '../../test/support/randomNumbers';
import { GuessingModel, page, type Skill } from './guessingModel';
import { failureOf, type MadeBug, projectOf, reproducer } from './madeBug';

/** What a run cost, and whether it proved a patch, at which it ends. */
export interface SimulatedRun {
	readonly isProven: boolean;
	readonly nRequests: number;
	readonly nTokens: number;
}

/** When a path is left for another one. */
export type BranchRules = Pick<FixPreset, 'options' | 'beginsAgain'>;

export interface Simulation {
	readonly skill: Skill;
	readonly rules: BranchRules;
	readonly parser: SourceParser;
	/** Runs of one name are the same; those of two names are independent. */
	readonly name: string;
}

/** A fix with the scheduler, agent and log of the product; the model, the files and the programs are made. */
export async function simulateRun(bug: MadeBug, { skill, rules, parser, name }: Simulation): Promise<SimulatedRun> {
	const texts = projectOf(bug);
	const preset: FixPreset = {
		...rules,
		toolset: async () => ({
			tools: [...memoryTools.map(withPage), submitTool],
			ending: { ...reportLocations, besideCalls: '' },
		}),
		openWorkbench: async () => (await MemoryBench.open({ texts, parser }, new Map())) as unknown as Workbench,
	};
	const strategy = presetStrategy({
		...{ name: 'simulated', needs: ['agent'] },
		...{ embedded: locatedEmbedded, locate: locateIssue, fix: () => preset },
	});
	const { run } = await strategyRun({
		...{ strategy, goal: 'fix' },
		reproduced: { text: reproducer, output: failureOf(texts) },
		workspace: await memoryWorkspace(texts, parser),
		model: new GuessingModel(bug, skill, randomOf(name)),
		execution: memoryExecution(texts, failureOf),
	});
	return resultOf(run);
}

/** Numbers from 0 to below 1. */
function randomOf(name: string): () => number {
	// Seeds that follow each other would begin with nearly the same numbers.
	const numbers = randomNumbers(createHash('sha256').update(name).digest().readUInt32LE());
	return () => numbers(2 ** 32) / 2 ** 32;
}

function resultOf(run: Run): SimulatedRun {
	if (run.state !== 'done') {
		throw new Error(`a simulated run ended as ${run.state}: ${run.message}`);
	}
	const { nRequests, usage } = run;
	return {
		isProven: fixOf(run).patches.some(({ id }) => isProven(run, id)),
		nRequests,
		nTokens: usage.inputTokens + usage.outputTokens,
	};
}

/** Every observation is a page of code, which the model counts. */
function withPage(tool: Tool): Tool {
	return {
		...tool,
		run: async (args, context) => {
			const answer = await tool.run(args, context);
			return { ...answer, text: `${answer.text}\n${page}` };
		},
	};
}
