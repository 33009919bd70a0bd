import type { NamedPlace } from '../../../../localizer/pure/resolve/namedPlaces';
import type { AgentStep, Protocol } from '../../../../models/pure/protocols/protocol';
import type { RunLog } from '../../../../runs/pure/log/runLog';
import { isRecord } from '../../../../system/pure/fields';
import { jsonIn } from '../../../../system/pure/text/jsonText';
import { actionKey, actionText, turnAction } from '../attempts/actionText';
import type { TreeContext } from '../treeContext';
import { maxResamples, type TreeOptions } from '../treeRules';
import { replacedBy } from '../treeTurns';
import { alternativePrompt } from './alternativePrompt';
import { type Candidate, type Choice, type CriticTask, chooseCandidate } from './critic/chooseCandidate';

/** An alternative that was chosen. */
export interface Alternative {
	readonly reply: AgentStep<NamedPlace>;
	/** The conversation after it. */
	readonly protocol: Protocol<NamedPlace>;
	/** What was tried instead and how it failed, for the turns that follow: the question itself is not kept. */
	readonly failed: string;
}

interface Sample extends Candidate, Omit<Alternative, 'failed'> {}

/**
 * An alternative to the action that node `node` replaces: several are sampled, those that repeat an earlier action are
 * left out, and the critic chooses. If none is left, they are sampled once more. `dropped`: every sample repeats an
 * earlier action; `exit_format`: none can be read. `protocol`: the conversation before the action.
 */
export async function chooseAlternative(
	context: TreeContext,
	node: string,
	protocol: Protocol<NamedPlace>,
): Promise<Alternative | 'dropped' | 'exit_format'> {
	const { log, options } = context;
	// Recorded: later nodes after the replaced action must not change the questions that were asked.
	const { known, prompt, failed } = await log.value(node, 'what is replaced', {}, async () => ({
		known: knownActions(log, node),
		...(await alternativePrompt(context, node)),
	}));
	let samples: readonly Sample[] = [];
	let nRead = 0;
	for (let round = 0; round <= maxResamples && samples.length === 0; round++) {
		const read = await sample(options, node, { protocol, prompt, first: 1 + round * options.nSamples });
		nRead += read.length;
		samples = distinct(read).filter(({ action }) => !known.includes(actionKey(action)));
	}
	const [only, ...others] = samples;
	if (only === undefined) {
		return nRead === 0 ? 'exit_format' : 'dropped';
	}
	const choice = await log.value(node, 'choose an alternative', {}, async () =>
		others.length === 0 ? onlyChoice(only) : chooseCandidate(context, criticTask(log, node, samples)),
	);
	const chosen = samples[choice.at] ?? only;
	await log.once(node, {
		...{ type: 'candidatesCompared', reasons: choice.reasons },
		candidates: samples.map(({ thought, action }) => ({ thought, action })),
		...(choice.score !== undefined && { score: choice.score }),
	});
	return { failed, protocol: chosen.protocol.fork({ temperature: options.temperature }), reply: chosen.reply };
}

function onlyChoice({ nSamples }: Sample): Choice {
	return {
		at: 0,
		reasons: nSamples > 1 ? 'All samples are this action.' : 'It is the only sample that is a new action.',
	};
}

interface SampleTask {
	/** The conversation before the action. */
	readonly protocol: Protocol<NamedPlace>;
	readonly prompt: string;
	/** The number of the first one. */
	readonly first: number;
}

/** The actions taken there before: the action itself, and the alternatives to it so far. */
function knownActions({ run }: RunLog, node: string): readonly string[] {
	const { parent = '' } = run.nodes[node] ?? {};
	const siblings = (run.nodes[parent]?.children ?? []).filter(id => id !== node).flatMap(id => run.nodes[id] ?? []);
	return siblings.filter(({ kind }) => kind === 'round').map(sibling => actionKey(turnAction(sibling)));
}

async function sample(
	{ maxCalls, nSamples, sampleTemperature }: TreeOptions,
	node: string,
	{ protocol, prompt: aside, first }: SampleTask,
): Promise<readonly Sample[]> {
	const samples: Sample[] = [];
	for (let number = first; number < first + nSamples; number++) {
		const own = protocol.fork({ temperature: sampleTemperature });
		const question = { aside, sample: number, purpose: 'find an alternative action' };
		const reply = await own.step(node, undefined, question);
		const calls = reply.calls.slice(0, maxCalls);
		const action = calls.length > 0 ? actionText(calls) : reply.report.length > 0 ? reply.text : undefined;
		// An answer that cannot be read is no candidate.
		samples.push(
			...(action === undefined ? [] : [{ action, thought: thoughtIn(reply.text), nSamples: 1, reply, protocol: own }]),
		);
	}
	return samples;
}

/** The model's reasoning: the analysis of an answer in JSON, else all of its text. */
function thoughtIn(text: string): string {
	const answer = jsonIn(text, isRecord);
	return isRecord(answer) && typeof answer.analysis === 'string' ? answer.analysis.trim() : text.trim();
}

/** The first sample of each action, which knows how many there are. */
function distinct(samples: readonly Sample[]): readonly Sample[] {
	const firsts = new Map<string, Sample>();
	for (const each of samples) {
		const key = actionKey(each.action);
		const first = firsts.get(key);
		firsts.set(key, first === undefined ? each : { ...first, nSamples: first.nSamples + 1 });
	}
	return [...firsts.values()];
}

function criticTask({ run }: RunLog, node: string, candidates: readonly Candidate[]): CriticTask {
	const own = run.nodes[node];
	const replaced = own && replacedBy(run, own);
	if (own?.parent === undefined || replaced === undefined) {
		throw new Error(`node ${node} replaces no action`);
	}
	return { node, parent: own.parent, replaced: replaced.id, candidates };
}
