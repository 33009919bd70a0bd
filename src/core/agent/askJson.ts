import type { ChatMessage } from '../model/chat';
import { ModelError } from '../ports';
import { UserError } from '../util/userError';
import { joinRemarks } from './joinRemarks';
import type { ModelCaller } from './modelCaller';
import { isRecord, jsonIn } from './reply/jsonText';

/** A question whose answer is one JSON object. */
export interface JsonQuestion<Answer> {
	/** What it is for, in a few words a person reads. */
	readonly purpose: string;
	readonly messages: readonly ChatMessage[];
	/** Reads the object, or says in a sentence each what is wrong with it. */
	readonly read: (
		object: Readonly<Record<string, unknown>>,
	) => { readonly answer: Answer } | { readonly problems: readonly string[] };
}

const maxTries = 3;

/**
 * Asks for JSON in words alone, which any model can do, repairs what is nearly JSON, and tells what was wrong before it
 * asks again. Undefined where no try gives an answer that can be used, or two say the same.
 */
export async function askJson<Answer>(
	caller: ModelCaller,
	node: string,
	{ purpose, messages, read }: JsonQuestion<Answer>,
): Promise<Answer | undefined> {
	const said = [...messages];
	let last: string | undefined;
	for (let nTries = 1; nTries <= maxTries; nTries++) {
		const text = await answerOf(caller, node, { purpose, messages: [...said] });
		const object = jsonIn(text, isRecord);
		const outcome = isRecord(object) ? read(object) : { problems: ['There is no JSON object in that answer.'] };
		if ('answer' in outcome) {
			return outcome.answer;
		}
		if (text === last) {
			return undefined;
		}
		last = text;
		said.push({ role: 'assistant', text }, { role: 'user', text: joinRemarks(outcome.problems) });
	}
	return undefined;
}

async function answerOf(caller: ModelCaller, node: string, asked: Parameters<ModelCaller['ask']>[1]): Promise<string> {
	try {
		return (await caller.ask(node, asked)).text;
	} catch (error) {
		throw error instanceof ModelError ? new UserError(error.message) : error;
	}
}
