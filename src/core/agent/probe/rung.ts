import type { ReplyForm } from '../../model/chat';
import type { ChatReply, ChatRequest } from '../../ports';
import askForObject from './askForObject.md';
import askForProse from './askForProse.md';
import askForSchema from './askForSchema.md';
import askForTool from './askForTool.md';
import lookUpTool from './lookUpTool.md';

/** A form of answer, and how to find out whether a model gives it. */
export interface Rung {
	readonly form: ReplyForm;
	readonly request: Pick<ChatRequest, 'messages' | 'tools' | 'json'>;
	/** What is wrong with the answer, or undefined. */
	readonly problem: (reply: ChatReply) => string | undefined;
	/** For a person: what the model does if this is its form. */
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
export const ladder: readonly Rung[] = [
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
		note: 'It answers in prose, which takes a second request a round to read.',
	},
];

function asking(text: string): Pick<ChatRequest, 'messages'> {
	return { messages: [{ role: 'user', text: text.trim() }] };
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

function readObject(text: string): Readonly<Record<string, unknown>> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}
