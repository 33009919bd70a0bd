import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatModel, ChatReply, ChatRequest } from '../../../../src/models/pure/chatModel';
import { ContextWindow } from '../../../../src/models/pure/context/contextWindow';
import { Spending } from '../../../../src/models/pure/limits/spending';
import { unattended } from '../../../../src/models/pure/limits/supervisor';
import { runAgent } from '../../../../src/models/pure/loop/runAgent';
import { ModelError } from '../../../../src/models/pure/modelError';
import { openProtocol } from '../../../../src/models/pure/protocols/openProtocol';
import type { ProtocolPrompts } from '../../../../src/models/pure/protocols/protocol';
import type { ToolContext } from '../../../../src/models/pure/tools/tool';
import type { Toolset } from '../../../../src/models/pure/tools/toolset';
import { OutgoingGate } from '../../../../src/outgoing/pure/gate/outgoingGate';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { ChatMessage, ReplyForm } from '../../../../src/runs/pure/model/chat';
import { MemoryRuns } from '../../../support/memoryRuns';

/**
 * A conversation: in each round, which files are read; a number that occurs again is a repeated call. From `nFiles` on,
 * numbers are parts of a few long files, which overlap.
 */
interface Talk {
	readonly form: ReplyForm;
	readonly windowTokens: number;
	/** What the server really takes, as a share of that. */
	readonly trueShare: number;
	readonly charactersPerToken: number;
	readonly rounds: readonly (readonly number[])[];
	/** Lines of each file. */
	readonly nLines: readonly number[];
}

const [nFiles, nParts, nPartLines] = [31, 40, 60];
const calledPath = (read: number) =>
	read < nFiles ? `src/f${read}.x` : `src/long${read % 3}.x:${1 + 23 * Math.floor((read - nFiles) / 3)}`;

const talks: fc.Arbitrary<Talk> = fc.record({
	form: fc.constantFrom('tools', 'jsonSchema', 'jsonObject', 'prose'),
	windowTokens: fc.integer({ min: 13, max: 19 }).chain(bits => fc.integer({ min: 2 ** bits, max: 2 ** (bits + 1) })),
	trueShare: fc.constantFrom(1, 1, 1, 0.7),
	charactersPerToken: fc.constantFrom(2.8, 3.5, 4.5),
	rounds: fc.array(fc.array(fc.nat(nFiles + nParts - 1), { minLength: 1, maxLength: 10 }), {
		minLength: 1,
		maxLength: 15,
	}),
	nLines: fc.array(
		fc.integer({ min: 1, max: 500 }).map(n => (n % 2 === 0 ? n : (n % 20) + 1)),
		{ minLength: nFiles, maxLength: nFiles },
	),
});

const sameCall = /made before, and its result has not changed/;
const marker = (file: number) => `<file>src/f${file}.x</file>`;

/** A server that counts tokens its own way, and rejects what is more than it takes. */
class TalkingModel implements ChatModel {
	readonly name = 'talker';
	readonly server = 'test';
	/** The messages of each request that was answered. */
	readonly accepted: (readonly ChatMessage[])[] = [];
	/** Tokens of each of them. */
	readonly tokens: number[] = [];
	/** Requests that were too long though an earlier one had been counted. */
	nTooLong = 0;
	private nRounds = 0;

	constructor(private readonly talk: Talk) {}

	get replyForm(): ReplyForm {
		return this.talk.form;
	}

	get contextTokens(): number {
		return this.talk.windowTokens;
	}

	get limitTokens(): number {
		return this.talk.windowTokens * this.talk.trueShare;
	}

	async complete({ messages, tools }: ChatRequest): Promise<ChatReply> {
		const inputTokens = Math.ceil(JSON.stringify({ messages, tools }).length / this.talk.charactersPerToken);
		if (inputTokens > this.limitTokens) {
			this.nTooLong += this.accepted.length > 0 ? 1 : 0;
			throw new ModelError('contextTooLong', 'Too long.');
		}
		this.accepted.push([...messages]);
		this.tokens.push(inputTokens);
		const usage = { inputTokens, cachedTokens: 0, outputTokens: 10, isEstimated: false };
		const isAnalysis = messages.at(-1)?.text.endsWith('What does it mean?') === true && this.talk.form === 'prose';
		const files = isAnalysis ? undefined : this.talk.rounds[this.nRounds++];
		const calls = (files ?? []).map(file => `read("${calledPath(file)}")`);
		if (this.talk.form === 'tools') {
			const asked = (files ?? []).map((file, at) => ({
				...{ id: `c${this.nRounds}-${at}`, name: 'read' },
				arguments: JSON.stringify({ path: calledPath(file) }),
			}));
			return { text: 'I think so.', toolCalls: asked, usage, finish: 'done' };
		}
		const text = this.talk.form === 'prose' ? `I think so. ${calls.join('\n')}` : JSON.stringify({ API_calls: calls });
		return { text, toolCalls: [], usage, finish: 'done' };
	}
}

const prompts: ProtocolPrompts = {
	...{ system: 'You read files.', opening: ['It is broken. '.repeat(30)], choose: 'Look around.' },
	...{ analyze: 'What does it mean?', decide: 'Decide.' },
	purposes: { choose: 'look around', analyze: 'think', decide: 'decide', convert: 'put it as JSON' },
};

function toolset({ nLines }: Talk): Toolset<never> {
	return {
		tools: [
			{
				...{ name: 'read', description: 'Reads a file.', changes: false },
				parameters: [{ name: 'path', type: 'string' }],
				run: async ({ path }) => {
					const long = /^(src\/long\d\.x):(\d+)$/.exec(String(path));
					if (long !== null) {
						const start = Number(long[2]);
						const code = Array.from({ length: nPartLines }, (_, at) => `${start + at} line ${start + at} of file 0`);
						return { ok: true, text: [`<file>${long[1]}</file>`, '<code>', ...code, '</code>'].join('\n'), places: [] };
					}
					const file = Number(/\d+/.exec(String(path))?.[0]);
					const code = Array.from({ length: nLines[file] ?? 0 }, (_, at) => `${at + 1} line ${at + 1} of file ${file}`);
					const place = { file: `src/f${file}.x`, startLine: 1, endLine: 1 };
					return { ok: true, text: [marker(file), '<code>', ...code, '</code>'].join('\n'), places: [place] };
				},
			},
		],
	};
}

async function play(talk: Talk): Promise<TalkingModel> {
	const model = new TalkingModel(talk);
	const clock = { now: () => 0, wait: async () => undefined };
	const log = RunLog.start(new MemoryRuns(), clock, 'a');
	const issue = { title: 'a', body: 'b', source: { kind: 'text' } } as const;
	await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'talker', workspace: [], version: '' });
	const agent = {
		...{ model, clock, supervisor: unattended, spending: new Spending({}, unattended) },
		...{ gate: new OutgoingGate(), window: new ContextWindow(model.contextTokens) },
		signal: new AbortController().signal,
	};
	const tools = toolset(talk);
	await runAgent<never, never>(log, rootNode, {
		toolset: tools,
		protocol: openProtocol(log, agent, { toolset: tools, prompts }),
		context: {} as ToolContext,
		limits: { maxRounds: talk.rounds.length + 1 },
		stage: {
			open: (at, round) => log.open(at, { key: `${round}`, kind: 'round', title: `Round ${round}` }),
			read: async () => ({ remarks: [] }),
		},
	});
	return model;
}

describe('a conversation in windows of 8k to 1M tokens', () => {
	it('sends each result, refers only to what is there, and leaves no call without its result', () =>
		fc.assert(
			fc.asyncProperty(talks, async talk => {
				const { accepted } = await play(talk);
				const all = accepted.flat();
				for (const file of new Set(talk.rounds.flat().filter(read => read < nFiles))) {
					const first = `${marker(file)}\n<code>\n1 line 1 of file ${file}`;
					assert.ok(
						all.some(({ text }) => text.includes(first)),
						`the result of file ${file} was never sent`,
					);
				}
				accepted.forEach(assertReferences);
				accepted.forEach(assertPaired);
				accepted.forEach(assertWholeLines);
				accepted.forEach(assertShownAbove);
			}),
			{ numRuns: 20 },
		));

	it('refers to no result of the same answer that was left out since', async () => {
		const rounds = [[22], [27, 0], [0, 0], [11, 0], [0]];
		const nLines = Array.from({ length: 30 }, (_, at) => ({ 11: 398, 22: 414, 27: 498 })[at] ?? 2);
		const talk = { form: 'tools', trueShare: 1, charactersPerToken: 2.8, rounds, nLines } as const;
		const { accepted } = await play({ ...talk, windowTokens: 16_384 });
		accepted.forEach(assertReferences);
	});

	it('shows no code twice in a request, and again where the first time was left out', async () => {
		const rounds = Array.from({ length: 12 }, (_, at) => [nFiles + 3 * at]);
		const talk = { form: 'tools', trueShare: 1, charactersPerToken: 3.5, rounds, nLines: [] } as const;
		const codeOf = ({ text }: ChatMessage) => text.split('\n').filter(line => /^\d+ line/.test(line));
		const all = (await play({ ...talk, windowTokens: 100_000 })).accepted.at(-1)?.flatMap(codeOf) ?? [];
		assert.equal(all.length, 60 + 11 * 23);
		assert.equal(new Set(all).size, all.length);
		const narrow = (await play({ ...talk, windowTokens: 2000 })).accepted.at(-1)?.flatMap(codeOf) ?? [];
		assert.ok(narrow.length > 30 && new Set(narrow).size === narrow.length, `${narrow.length} lines`);
	});

	it('keeps to the window by what the server counted before, however it counts', async () => {
		const rounds = Array.from({ length: 12 }, (_, at) => [at, at + 12]);
		for (const charactersPerToken of [1.5, 2.5, 3.5, 4.5]) {
			const nLines = Array.from({ length: 24 }, () => 200);
			const talk = { form: 'jsonSchema', trueShare: 1, charactersPerToken, rounds, nLines } as const;
			const { nTooLong, tokens } = await play({ ...talk, windowTokens: 16_000 });
			assert.equal(nTooLong, 0, `${charactersPerToken} characters a token`);
			assert.ok(Math.max(...tokens) > 16_000 * 0.5, `${Math.max(...tokens)} tokens at most`);
		}
	});

	it('changes what was sent before in few and large steps', async () => {
		const rounds = Array.from({ length: 30 }, (_, at) => [at]);
		const talk = {
			form: 'tools',
			trueShare: 1,
			charactersPerToken: 3.5,
			rounds,
			nLines: rounds.map(() => 90),
		} as const;
		const { accepted, tokens } = await play({ ...talk, windowTokens: 16_000 });
		const changed = accepted.filter((messages, at) =>
			(accepted[at - 1] ?? []).some((message, each) => JSON.stringify(message) !== JSON.stringify(messages[each])),
		);
		const all = tokens.reduce((sum, each) => sum + each, 0) / tokens.length;
		assert.ok(changed.length <= 8, `${changed.length} of 30 requests have another beginning than the one before`);
		assert.ok(all > 16_000 * 0.4, 'much room is left');
	});
});

/** A reference to a result above has that result above it: whole, unless it is of the same answer. */
function assertReferences(messages: readonly ChatMessage[]): void {
	const calls = new Map(
		messages.flatMap(message =>
			message.role === 'assistant' ? (message.toolCalls ?? []).map(call => [call.id, call.arguments] as const) : [],
		),
	);
	messages.forEach((message, at) => {
		if (sameCall.test(message.text)) {
			const call = message.role === 'tool' ? calls.get(message.call) : message.text;
			const file = /src\/\w+\.x/.exec(call ?? '')?.[0];
			const sinceAnswer = messages.slice(0, at).findLastIndex(({ role }) => role === 'assistant');
			const isAbove = messages
				.slice(0, at)
				.some(
					({ text }, each) => text.includes(`<file>${file}</file>`) && (each > sinceAnswer || text.endsWith('</code>')),
				);
			assert.ok(isAbove, `the result of ${file} is not above`);
		}
	});
}

function assertPaired(messages: readonly ChatMessage[]): void {
	const asked = messages.flatMap(message => (message.role === 'assistant' ? (message.toolCalls ?? []) : []));
	const answered = messages.flatMap(message => (message.role === 'tool' ? [message.call] : []));
	assert.deepEqual(
		asked.map(({ id }) => id),
		answered,
	);
}

/** No line of code is cut, and what is missing is said. */
function assertWholeLines(messages: readonly ChatMessage[]): void {
	for (const { text } of messages.filter(({ text: each }) => each.includes('<code>'))) {
		const code = text.slice(text.indexOf('<code>\n') + 7, text.indexOf('\n</code>')).split('\n');
		assert.ok(
			code.every(line => /^(?:\d+ line \d+ of file \d+|lines \d+-\d+: shown above|<\/code>)$/.test(line)),
			code.at(-1),
		);
		assert.ok(/<\/code>(?:\n\(lines (\d+)-\d+ of \1-\d+ are shown, to save room.*\))?$/.test(text), text.slice(-200));
	}
}

/** What is not shown a second time is above, line for line. */
function assertShownAbove(messages: readonly ChatMessage[]): void {
	const shown = new Set<string>();
	for (const { text } of messages) {
		const file = /<file>(.*)<\/file>/.exec(text)?.[1];
		for (const line of file === undefined ? [] : text.split('\n')) {
			const [, first, last] = /^lines (\d+)-(\d+): shown above$/.exec(line) ?? [];
			for (let each = Number(first); each <= Number(last); each++) {
				assert.ok(shown.has(`${file}:${each}`), `${file}:${each} is not above`);
			}
			const [number] = /^\d+(?= line)/.exec(line) ?? [];
			if (number !== undefined) {
				shown.add(`${file}:${number}`);
			}
		}
	}
}
