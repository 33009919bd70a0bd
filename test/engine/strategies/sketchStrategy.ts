import type { Strategy, StrategyContext } from '../../../src/engine/strategies/strategy';
import { CapReached } from '../../../src/models/pure/limits/spending';
import { runAgent } from '../../../src/models/pure/loop/runAgent';
import { openProtocol } from '../../../src/models/pure/protocols/openProtocol';
import type { AgentStep, Protocol, ProtocolPrompts } from '../../../src/models/pure/protocols/protocol';
import type { Tool } from '../../../src/models/pure/tools/tool';
import type { EndingTool, Toolset } from '../../../src/models/pure/tools/toolset';
import { rootNode } from '../../../src/runs/pure/fold/run';
import { fixOf } from '../../../src/runs/pure/fold/runFix';
import type { RunLog } from '../../../src/runs/pure/log/runLog';
import type { BugLocation } from '../../../src/runs/pure/model/location';

/** A strategy that a reader could add: it needs no change outside this folder. */
export const sketch: Strategy = {
	name: 'sketch',
	needs: ['agent'],
	async run(log, context) {
		const protocol = open(log, context);
		const { node: looked } = await runAgent(log, rootNode, agentOf(log, context, protocol, 'look'));
		// Two branches that continue from the same conversation, side by side, one of them bolder.
		const branches = ['careful', 'bold'].map((name, at) =>
			guess(log, context, { name, after: looked, protocol: protocol.fork({ temperature: at }) }),
		);
		for (const ended of await Promise.allSettled(branches)) {
			if (ended.status === 'rejected' && !(ended.reason instanceof CapReached)) {
				throw ended.reason;
			}
		}
		const { patches } = fixOf(log.run);
		const ranking = patches.map(({ id }) => ({ patch: id, reasons: ['Last in the alphabet.'] }));
		await log.once(rootNode, { type: 'patchesRanked', ranking: ranking.toReversed() });
	},
};

interface Guess {
	readonly file: string;
}

interface Branch {
	readonly name: string;
	readonly after: string;
	readonly protocol: Protocol<Guess>;
}

async function guess(log: RunLog, context: StrategyContext, { name, after, protocol }: Branch): Promise<void> {
	await protocol.addResults(after, { results: [], remarks: [`Be ${name}.`] });
	const { node, result } = await runAgent(log, after, agentOf(log, context, protocol, name));
	if (result !== undefined) {
		await log.once(node, { type: 'locationsNamed', locations: [locationIn(result.file)], ranking });
		await log.step(node, 'write a patch', name, async () => ({
			type: 'patchWritten',
			patch: { id: log.newId('p'), diff: `${name}\n`, files: [{ path: result.file, after: `${name}\n` }] },
		}));
	}
}

function agentOf(log: RunLog, { workspace, signal }: StrategyContext, protocol: Protocol<Guess>, key: string) {
	return {
		toolset,
		protocol,
		context: { workspace, signal },
		limits: { maxRounds: key === 'look' ? 1 : 3 },
		stage: {
			open: (at: string, round: number) => log.open(at, { key: `${key} ${round}`, kind: 'round', title: key }),
			read: async (_node: string, { report, calls, problems }: AgentStep<Guess>) => ({
				...(report[0] !== undefined && calls.length === 0 && { result: report[0] }),
				remarks: problems,
				summary: () => `${key}: ${report[0]?.file ?? 'nothing yet'}`,
			}),
		},
	};
}

function open(log: RunLog, { agent }: StrategyContext): Protocol<Guess> {
	if (agent === undefined) {
		throw new Error('the strategy needs a model');
	}
	return openProtocol(log, agent, { toolset, prompts });
}

function toolOf(name: string, answer: string): Tool {
	return {
		name,
		description: `${name} the code.`,
		parameters: [{ name: 'what', type: 'string' }],
		changes: name === 'touch',
		run: async ({ what }) => ({ ok: true, text: `${answer} ${what}`, places: [] }),
	};
}

const guessFile: EndingTool<Guess> = {
	name: 'guess_file',
	description: 'Ends with the file.',
	field: 'file',
	schema: { type: 'string' },
	prompts: { question: 'which file it is', item: 'file', example: '"a.py"', conversion: 'file is the file.' },
	read: value => (typeof value === 'string' ? { report: [{ file: value }] } : { problems: ['file must be text.'] }),
};

const toolset: Toolset<Guess> = {
	tools: [toolOf('peek', 'Seen:'), toolOf('weigh', 'Weighed:'), toolOf('touch', 'Touched:')],
	ending: guessFile,
};

const prompts: ProtocolPrompts = {
	...{ system: 'You guess.', opening: ['It fails.'], choose: 'Look.', analyze: 'And?', decide: 'Which file?' },
	purposes: { choose: 'look', analyze: 'think', decide: 'guess', convert: 'convert' },
};

const ranking = { files: [], modules: [], functions: [] };

function locationIn(file: string): BugLocation {
	const place = { id: `${file}#L1-2`, file, startLine: 1, endLine: 2 };
	return { ...place, intendedBehavior: 'It works.', score: 1, evidence: [] };
}
