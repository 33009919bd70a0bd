import { selectPatches } from '../../src/engine/stages/select/selectPatches';
import type { Strategy } from '../../src/engine/strategies/strategy';
import type { Workspace } from '../../src/history/pure/workspace';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import { rootNode } from '../../src/runs/pure/fold/run';
import { fixOf } from '../../src/runs/pure/fold/runFix';
import type { Patch } from '../../src/runs/pure/model/patch';
import type { ValidationRun } from '../../src/runs/pure/model/testing/validation';
import { type StrategyRun, type StrategyRunOptions, strategyRun } from '../engine/strategies/strategyRun';
import { type Scripted, ScriptedModel } from './scriptedModel';

export interface Selected extends StrategyRun {
	readonly model: ScriptedModel;
	/** Ids of the ranked patches, best first. */
	readonly ids: readonly string[];
	/** Why the first is first. */
	readonly why: string | undefined;
}

/** Selects among the patches of these events, without a model unless it has a script. */
export async function selectAmong(
	workspace: Workspace,
	events: readonly RunEventBody[],
	script?: readonly Scripted[],
	options: Partial<StrategyRunOptions> = {},
): Promise<Selected> {
	const model = new ScriptedModel('prose', script ?? []);
	const strategy: Strategy = {
		name: 'choosing',
		needs: [],
		async run(log, { agent, ...context }) {
			for (const body of events) {
				await log.once(rootNode, body);
			}
			const deps = agent && { log, agent, context };
			const task = { issue: 'It fails.' };
			await selectPatches(rootNode, fixOf(log.run), { log, ...context, ...(deps && { voting: { deps, task } }) });
		},
	};
	const ran = await strategyRun({ strategy, workspace, ...(script && { model }), ...options });
	const { ranking } = fixOf(ran.run);
	return { ...ran, model, ids: ranking.map(({ patch }) => patch), why: ranking[0]?.why };
}

/** Votes for the patch whose diff contains a text, wherever it is shown. */
export function voteFor(text: string, reason = `because of ${text}`): Scripted {
	return ({ messages }) => {
		const shown = messages.map(message => message.text).join('\n');
		const numbers = [...shown.matchAll(/<patch_(\d)>([\s\S]*?)<\/patch_\1>/g)];
		const best = Number(numbers.find(([, , patch = '']) => patch.includes(text))?.[1]);
		const patches = numbers.map(([, number]) => ({
			...{ number: Number(number), analysis: 'a', reproduces: true },
			...(Number(number) === best ? { fixes: 2, risk: 0 } : { fixes: 1, risk: 1 }),
		}));
		return JSON.stringify({ patches, reason, best });
	};
}

const execution = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 } as const;

/** Every patch passes the reproducer and is approved: only the project's tests differ. */
export function provenEvents(
	patches: readonly Patch[],
	ran: ReadonlyMap<string, ValidationRun | undefined>,
): RunEventBody[] {
	const reproducer = 't1';
	const texts = { patchAnalysis: '', testAnalysis: '', patchAdvice: '', testAdvice: '' };
	return [
		{ type: 'reproducerWritten', reproducer: { id: reproducer, language: 'python', file: 'r.py', text: 'assert 0' } },
		{ type: 'reproducerRan', ran: { reproducer, verdict: 'reproduced', execution, why: '' } },
		...patches.flatMap((patch): RunEventBody[] => {
			const run = ran.get(patch.id);
			return [
				{ type: 'patchWritten', patch },
				{ type: 'reproducerRan', ran: { reproducer, patch: patch.id, verdict: 'passed', execution, why: '' } },
				...(run === undefined ? [] : [{ type: 'validationRan', ran: run } as const]),
				{ type: 'patchReviewed', review: { patch: patch.id, patchCorrect: true, ...texts } },
			];
		}),
	];
}
