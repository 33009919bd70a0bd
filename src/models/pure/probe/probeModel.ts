import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import type { ReplyForm } from '../../../runs/pure/model/chat';
import { type Fields, isRecord } from '../../../system/pure/fields';
import type { ChatModel, ChatReply, ChatRequest } from '../chatModel';
import { ModelError, type ModelErrorKind } from '../modelError';
import askForObject from './askForObject.md';
import askForProse from './askForProse.md';
import askForSchema from './askForSchema.md';
import askForTool from './askForTool.md';
import lookUpTool from './lookUpTool.md';

/** The result of probing a model. */
export interface ProbedModel {
	/** The best form of answer it gave. */
	readonly replyForm: ReplyForm;
	/** For the user, a sentence each: why it is not a better one, and other useful facts. */
	readonly notes: readonly string[];
}

/** Enough for a short answer after some thinking, and after much. */
const outputTokens = { usual: 4096, thinking: 24_576 };

/** Failures that another form of request may avoid; any other means that the model cannot be used with its settings. */
const perhapsOfForm: readonly ModelErrorKind[] = ['unsupported', 'malformed', 'empty', 'serverError', 'cutOff'];

/**
 * Finds the best form of answer a model gives by asking for each, from tool calls down to prose, in one to four short
 * requests. Tables of models' abilities go out of date; probing does not. The result is worth keeping per server and
 * model. Throws the `ModelError` that describes the problem with the connection, and the signal's reason.
 */
export async function probeModel(model: ChatModel, signal?: AbortSignal): Promise<ProbedModel> {
	const notes: string[] = [];
	let failure: unknown;
	for (const probe of probes) {
		const tried = await tryForm(model, probe, signal);
		if (tried.problem === undefined) {
			return { replyForm: probe.form, notes: [...notes, probe.note, ...usageNotes(tried.reply)] };
		}
		notes.push(`${nameOfForm[probe.form]}: ${tried.problem}.`);
		failure = tried.error ?? failure;
	}
	throw (
		failure ??
		new ModelError('empty', `${model.name} at ${model.server} gives no answer.`, { advice: 'Use another model.' })
	);
}

const nameOfForm: Readonly<Record<ReplyForm, string>> = {
	tools: 'No tool calls',
	jsonSchema: 'No JSON by a schema',
	jsonObject: 'No JSON',
	prose: 'No answer',
};

type TriedForm =
	| { readonly problem: undefined; readonly reply: ChatReply }
	| { readonly problem: string; readonly error?: ModelError };

async function tryForm(
	model: ChatModel,
	{ request, problem }: ReplyFormProbe,
	signal: AbortSignal | undefined,
): Promise<TriedForm> {
	try {
		const asked = { ...request, ...(signal && { signal }) };
		const first = await model.complete({ ...asked, maxOutputTokens: outputTokens.usual });
		// A model that reasons may take longer than the answer would: then no form of request is better than another.
		const isThinking = first.finish === 'length' && first.text.trim() === '' && first.toolCalls.length === 0;
		const reply = isThinking ? await model.complete({ ...asked, maxOutputTokens: outputTokens.thinking }) : first;
		const wrong = problem(reply);
		const limit = isThinking ? outputTokens.thinking : outputTokens.usual;
		return wrong === undefined ? { problem: undefined, reply } : { problem: lengthProblem(reply, limit) ?? wrong };
	} catch (error) {
		if (error instanceof ModelError && perhapsOfForm.includes(error.kind)) {
			return { problem: error.message.replace(/\.$/, ''), error };
		}
		throw error;
	}
}

function lengthProblem({ finish }: ChatReply, limit: number): string | undefined {
	return finish === 'length' ? `the answer was cut off at ${limit} tokens` : undefined;
}

function usageNotes({ usage }: ChatReply): string[] {
	return usage === undefined || usage.isEstimated ? ['It does not count tokens: they are estimated.'] : [];
}

/** A form of answer, and how to find out whether a model gives it. */
interface ReplyFormProbe {
	readonly form: ReplyForm;
	readonly request: Pick<ChatRequest, 'messages' | 'tools' | 'json'>;
	/** The problem of the answer, or undefined. */
	readonly problem: (reply: ChatReply) => string | undefined;
	/** For the user: the model's behavior if this is its form. */
	readonly note: string;
}

const word = 'harbor';
const tool = {
	name: 'look_up',
	description: lookUpTool.trim(),
	parameters: objectSchema({ word: { type: 'string' } }),
};
/** Names a model would not choose by itself, so that a server which ignores the schema is noticed. */
const numbers = ['legs_of_spider', 'wings_of_spider'];
const numbersSchema = objectSchema(Object.fromEntries(numbers.map(name => [name, { type: 'integer' }])));

/** Best first. */
const probes: readonly ReplyFormProbe[] = [
	{
		form: 'tools',
		request: { ...asking(askForTool), tools: [tool] },
		problem: toolProblem,
		note: 'It calls tools.',
	},
	{
		form: 'jsonSchema',
		request: { ...asking(askForSchema), json: { name: 'spider', schema: numbersSchema } },
		problem: jsonProblem,
		note: 'It answers in JSON by a schema.',
	},
	{
		form: 'jsonObject',
		request: { ...asking(askForObject), json: 'object' },
		problem: jsonProblem,
		note: 'It answers in JSON.',
	},
	{
		form: 'prose',
		request: asking(askForProse),
		problem: ({ text }) => (text.trim() === '' ? 'the answer is empty' : undefined),
		note: 'It answers in prose, which requires a second request in each round.',
	},
];

function asking(text: string): Pick<ChatRequest, 'messages'> {
	return { messages: new OutgoingGate().pass([{ role: 'user', text: text.trim() }]).messages };
}

function objectSchema(properties: Readonly<Record<string, unknown>>) {
	return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

function toolProblem({ toolCalls, text }: ChatReply): string | undefined {
	const [call] = toolCalls;
	if (call === undefined) {
		return text.includes(tool.name) ? 'the call came as text' : 'no call came';
	}
	if (call.name !== tool.name) {
		return `it called "${call.name}", which it was not offered`;
	}
	const given = String(readObject(call.arguments)?.word ?? '');
	return given.toLowerCase().includes(word) ? undefined : 'the arguments of its call were wrong';
}

function jsonProblem({ text }: ChatReply): string | undefined {
	const object = readObject(text);
	if (object === undefined) {
		return 'the answer was no JSON object';
	}
	return numbers.every(name => typeof object[name] === 'number') ? undefined : 'the answer had other fields';
}

function readObject(text: string): Fields | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}
