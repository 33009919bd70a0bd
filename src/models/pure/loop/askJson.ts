import { isRecord } from '../../../system/pure/fields';
import { jsonIn } from '../../../system/pure/text/jsonText';
import { openTextProtocol, type TextPrompts } from '../protocols/openProtocol';
import type { StageDeps } from '../requests/agentDeps';
import { emptyToolset, type Toolset } from '../tools/toolset';
import noJson from './noJson.md';
import { type Reading, runAgent } from './runAgent';
import unreadableJson from './unreadableJson.md';

/** A question whose answer is one JSON object. */
export interface JsonQuestion<Answer> {
	readonly prompts: TextPrompts;
	/** The tools that may be called before the answer, and the number of rounds; none unless given. */
	readonly look?: { readonly toolset: Toolset<never>; readonly maxCallRounds: number };
	/** How often it is asked until an answer can be read; 3 times unless given. */
	readonly maxAnswers?: number;
	/** As the endpoint's default unless given. */
	readonly temperature?: number;
	/** Reads the object, or returns a sentence for each problem with it. */
	readonly read: (
		object: Readonly<Record<string, unknown>>,
	) => { readonly answer: Answer } | { readonly problems: readonly string[] };
}

const usualAnswers = 3;

const noLook = { toolset: emptyToolset, maxCallRounds: 0 } as const;

/**
 * Asks for JSON in the prompt only, which works with any model, repairs damaged JSON, and reports the problem before it
 * asks again. Undefined if no answer can be used, or two are the same.
 */
export async function askJson<Answer>(
	node: string,
	{ log, agent, context }: StageDeps,
	{ prompts, look = noLook, maxAnswers = usualAnswers, temperature, read }: JsonQuestion<Answer>,
): Promise<Answer | undefined> {
	let last: string | undefined;
	let nAnswers = 0;
	const end = await runAgent<never, { readonly answer?: Answer }>(log, node, {
		toolset: look.toolset,
		protocol: openTextProtocol(log, agent, { ...look, prompts, temperature }),
		context,
		limits: { maxRounds: maxAnswers + look.maxCallRounds, maxCallRounds: look.maxCallRounds },
		stage: {
			open: async () => node,
			read: async (_node, { text, calls, problems }): Promise<Reading<{ readonly answer?: Answer }>> => {
				const object = jsonIn(text, isRecord);
				const outcome = isRecord(object) ? read(object) : { problems: [text.includes('{') ? unreadableJson : noJson] };
				if ('answer' in outcome) {
					return { result: outcome, remarks: [], skipsCalls: true };
				}
				if (calls.length > 0) {
					return { remarks: problems };
				}
				const isRepeated = text === last;
				last = text;
				nAnswers++;
				const isGivenUp = isRepeated || nAnswers === maxAnswers;
				return { remarks: [...problems, ...outcome.problems], isGivenUp };
			},
		},
	});
	return end.result?.answer;
}
