import type { ChatMessage } from '../model/chat';
import { emptyToolset } from '../tools/toolset';
import type { StageDeps } from './agentDeps';
import { Conversation } from './conversation';
import { TextProtocol } from './protocols/textProtocol';
import { isRecord, jsonIn } from './reply/jsonText';
import { type Reading, runAgent } from './runAgent';

/** A question whose answer is one JSON object. */
export interface JsonQuestion<Answer> {
	/** What it is for, in a few words shown to the user. */
	readonly purpose: string;
	readonly messages: readonly ChatMessage[];
	/** Reads the object, or returns a sentence for each problem with it. */
	readonly read: (
		object: Readonly<Record<string, unknown>>,
	) => { readonly answer: Answer } | { readonly problems: readonly string[] };
}

const maxRounds = 3;

/**
 * Asks for JSON in words alone, which works with any model, repairs damaged JSON, and reports what was wrong before it
 * asks again. Undefined if no answer can be used, or two are the same.
 */
export async function askJson<Answer>(
	node: string,
	{ log, agent, context }: StageDeps,
	{ purpose, messages, read }: JsonQuestion<Answer>,
): Promise<Answer | undefined> {
	let last: string | undefined;
	const end = await runAgent<never, { readonly answer?: Answer }>(log, node, {
		toolset: emptyToolset,
		protocol: new TextProtocol(new Conversation(log, agent), { opening: messages, purpose }),
		context,
		limits: { maxRounds },
		stage: {
			open: async () => node,
			read: async (_node, { text }): Promise<Reading<{ readonly answer?: Answer }>> => {
				const object = jsonIn(text, isRecord);
				const outcome = isRecord(object) ? read(object) : { problems: ['There is no JSON object in that answer.'] };
				if ('answer' in outcome) {
					return { result: outcome, remarks: [] };
				}
				const isRepeated = text === last;
				last = text;
				return isRepeated ? { result: {}, remarks: [] } : { remarks: outcome.problems };
			},
		},
	});
	return end.result?.answer;
}
