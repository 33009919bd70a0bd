import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type OpenAI from 'openai';
import type { Door } from '../scenarios/mcpDoor';
import type { Exploration } from './exploration';
import { foundIn, goldOf, showsGold } from './goldSeen';
import prompt from './prompt.md';

interface ExploreTool {
	readonly name: string;
	readonly description: string;
	readonly parameters: Readonly<Record<string, unknown>>;
	run(args: Readonly<Record<string, unknown>>): Promise<string>;
}

interface Exploring {
	readonly client: OpenAI;
	readonly model: string;
	readonly issue: string;
	/** The developers' fix, a unified diff. */
	readonly fix: string;
	/** With the code before the fix. */
	readonly folder: string;
	readonly tools: readonly ExploreTool[];
}

const [commandLimitMs, mostTurns, mostOutputChars] = [30_000, 40, 10_000];

/** The one tool of a plain loop. Long output is cut in its middle. `programs`: a folder for its PATH. */
export function bashTool(folder: string, programs?: string): ExploreTool {
	const PATH = [...(programs === undefined ? [] : [programs]), process.env.PATH].join(':');
	const run = async (command: string) => {
		const options = { cwd: folder, detached: true, env: { ...process.env, PATH } };
		const child = spawn('bash', ['-c', command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		const output: Buffer[] = [];
		child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
		child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
		const limit = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), commandLimitMs);
		const [code] = (await once(child, 'close')) as [number | null];
		clearTimeout(limit);
		return `${shortened(Buffer.concat(output).toString('utf8'))}\n[exit code ${code ?? 'none: ended after 30 seconds'}]`;
	};
	return {
		name: 'bash',
		description: 'Runs a shell command in the project and returns its output.',
		parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
		run: ({ command }) => run(String(command)),
	};
}

function shortened(text: string): string {
	const half = mostOutputChars / 2;
	return text.length <= mostOutputChars
		? text.trimEnd()
		: `${text.slice(0, half)}\n[${text.length - mostOutputChars} characters are left out: use a narrower command]\n${text.slice(-half)}`;
}

/** As clients offer a skill: its description, and its text once it is asked for. */
export function skillTool(text: string): ExploreTool {
	const [, name = '', description = '', body = ''] =
		/^---\nname: (.*)\ndescription: (.*)\n---\n([\s\S]*)$/.exec(text) ?? [];
	return {
		name: 'skill',
		description: `Reads the instructions of a skill; to be called before it is used. Skills: ${name}: ${description}`,
		parameters: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
		run: async () => body.trim(),
	};
}

/** What the server offers, as clients pass it on to a model. */
export function faultlineTools(door: Door): ExploreTool[] {
	return door.tools.map(({ name, description, inputSchema }) => ({
		name,
		description,
		parameters: inputSchema as Readonly<Record<string, unknown>>,
		run: async args => (await door.call(name, args)).text,
	}));
}

const answerTool = {
	name: 'answer',
	description: 'Ends the exploration with the places to change, the most likely first.',
	parameters: {
		type: 'object',
		properties: { places: { type: 'array', items: { type: 'string', description: 'path:first-last' } } },
		required: ['places'],
	},
};

type Messages = OpenAI.Chat.ChatCompletionMessageParam[];

/** Lets a model explore until it answers; 40 turns at most. A token counts as four characters. */
export async function explore(exploring: Exploring): Promise<Omit<Exploration, 'id' | 'arm'>> {
	const { client, model, issue, fix, folder, tools } = exploring;
	const gold = goldOf(fix, folder);
	const messages: Messages = [
		{ role: 'system', content: prompt },
		{ role: 'user', content: `<issue>\n${issue}\n</issue>` },
	];
	const offered = [...tools, answerTool].map(({ name, description, parameters }) => ({
		type: 'function' as const,
		function: { name, description, parameters },
	}));
	let [inChars, newChars, outChars, nCalls] = [0, 0, 0, 0];
	let [sentBefore, seenAt]: [number, number | undefined] = [0, undefined];
	for (let turn = 1; turn <= mostTurns; turn++) {
		const sent = JSON.stringify([offered, messages]).length;
		inChars += sent;
		newChars += sent - sentBefore;
		sentBefore = sent;
		const reply = await client.chat.completions.create({ model, messages, tools: offered });
		const message = reply.choices[0]?.message;
		const calls = (message?.tool_calls ?? []).filter(call => call.type === 'function');
		outChars += JSON.stringify(message).length;
		messages.push({
			role: 'assistant',
			content: message?.content ?? '',
			...(calls.length > 0 && { tool_calls: calls }),
		});
		const counted = {
			turns: turn,
			calls: nCalls,
			tokens: tokensOf(inChars + outChars),
			newTokens: tokensOf(newChars + outChars),
		};
		const answered = calls.find(call => call.function.name === answerTool.name);
		if (answered !== undefined) {
			const places = placesIn(answered.function.arguments);
			return { ...counted, ...foundIn(places, gold), ...(seenAt !== undefined && { tokensUntilSeen: seenAt }), places };
		}
		for (const { id, function: called } of calls) {
			nCalls++;
			const content = await answerOf(tools, called);
			messages.push({ role: 'tool', tool_call_id: id, content });
			if (seenAt === undefined && showsGold(content, gold)) {
				seenAt = tokensOf(inChars + outChars + content.length);
			}
		}
		if (calls.length === 0) {
			messages.push({ role: 'user', content: 'Call a tool, or `answer` with the places.' });
		}
	}
	const counted = {
		turns: mostTurns,
		calls: nCalls,
		tokens: tokensOf(inChars + outChars),
		newTokens: tokensOf(newChars + outChars),
	};
	return { ...counted, ...foundIn([], gold), places: [] };
}

async function answerOf(
	tools: readonly ExploreTool[],
	{ name, arguments: given }: { readonly name: string; readonly arguments: string },
): Promise<string> {
	const tool = tools.find(each => each.name === name);
	try {
		return tool === undefined
			? `There is no tool ${name}.`
			: await tool.run(JSON.parse(given) as Readonly<Record<string, unknown>>);
	} catch (error) {
		return String(error);
	}
}

function placesIn(given: string): string[] {
	const { places } = JSON.parse(given) as { readonly places?: unknown };
	return Array.isArray(places) ? places.map(String) : [String(places)];
}

function tokensOf(chars: number): number {
	return Math.round(chars / 4);
}
