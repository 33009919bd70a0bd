import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { isRunId } from '../../src/runs/node/runId';
import type { ChatBody } from '../support/chatBody';
import { chatBodyProblem } from '../support/chatBody';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import { TestFolder } from '../support/testFolder';
import { TestPages } from '../support/testPages';
import { rounds } from '../support/thorough';
import { writeScriptedAnswer } from '../support/writeScriptedAnswer';

const sample = join(repoRoot, 'sample', 'python');
const key = 'key-of-the-user-1234567890';
const look: ScriptedAnswer = {
	text: 'Looking.',
	toolCalls: [{ name: 'search_method', arguments: { method_name: 'minutes_between' } }],
};
const location = { file: 'tally/clock.py', method: 'minutes_between', intended_behavior: 'count on' };
const report: ScriptedAnswer = {
	toolCalls: [{ name: 'report_bug_locations', arguments: { bug_locations: [location] } }],
};
const sse = { 'content-type': 'text/event-stream' };
const piece = (delta: object, finish: string | null = null) =>
	`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const called = (text: string) => ({
	tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'search_method', arguments: text } }],
});

type Fault = (response: ServerResponse, body: ChatBody) => void;

/** Sends something again and again until the client leaves. */
function repeat(response: ServerResponse, text: string, everyMs: number): void {
	const sending = setInterval(() => response.write(text), everyMs);
	response.on('close', () => clearInterval(sending));
}

/** Sends something as fast as it is taken. */
function pour(response: ServerResponse, text: string, mostBytes: number): void {
	let nLeft = mostBytes;
	const more = () => {
		while (nLeft > 0 && !response.destroyed) {
			nLeft -= text.length;
			if (!response.write(text)) {
				response.once('drain', more);
				return;
			}
		}
	};
	more();
}

/** The command line with a model whose server breaks after its first answer, and is well again for the next command. */
describe('a model server that breaks in mid-run', () => {
	const pages = new TestPages();
	const folder = new TestFolder();
	let bodies: ChatBody[];
	let problems: (string | undefined)[];

	beforeEach(() => {
		bodies = [];
		problems = [];
	});

	const serve = (answers: readonly (ScriptedAnswer | Fault)[]) => {
		const left = [...answers];
		pages.answer = (request, response) => void answer(request, response, left);
	};
	const answer = async (request: IncomingMessage, response: ServerResponse, left: (ScriptedAnswer | Fault)[]) => {
		if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
			response.writeHead(404).end();
			return;
		}
		const body = (await json(request)) as ChatBody;
		bodies.push(body);
		problems.push(chatBodyProblem(body));
		// The last one goes on for ever.
		const next = left.length > 1 ? left.shift() : left[0];
		typeof next === 'function' ? next(response, body) : writeScriptedAnswer(response, body, next ?? report);
	};
	const model = () => ['--model', 'openai:m', '--base-url', `${pages.origin}/v1`, '--form', 'tools'];
	const cli = (words: readonly string[], onStart?: (child: ChildProcess) => void): Promise<CliResult> =>
		faultlineCli(words, {
			env: { FAULTLINE_STORAGE: folder.path('storage'), OPENAI_API_KEY: key },
			...(onStart && { onStart }),
		});
	const locate = (more: readonly string[] = [], onStart?: (child: ChildProcess) => void) =>
		cli(['locate', '--workspace', sample, '--issue', join(sample, 'ISSUE.md'), ...model(), ...more], onStart);

	/** The run is kept with what was answered: continued, it asks nothing twice and comes to its end. */
	const requireContinued = async () => {
		const [run = ''] = readdirSync(folder.path('storage', 'runs')).filter(isRunId);
		const before = bodies.length;
		serve([report]);
		const { code, stdout, stderr } = await cli(['runs', 'resume', run, ...model()]);
		assert.equal(code, 0, stderr);
		assert.match(stdout, /minutes_between/);
		assert.equal(bodies.length, before + 1, 'the first answer was asked for again');
		assert.deepEqual(bodies[before]?.messages, bodies[1]?.messages);
		assert.deepEqual(
			problems.filter(problem => problem !== undefined),
			[],
		);
	};

	/** In its own words, without the key, a stack or what the server sent. */
	const requireClear = ({ code, stderr }: CliResult, message: RegExp) => {
		assert.equal(code, 1, stderr);
		assert.match(stderr, message);
		assert.doesNotMatch(stderr, new RegExp(`${key}|\\n\\s+at |undefined|\\[object|x{400}`));
	};

	const soon = { 'retry-after': '0' };
	const faults: readonly (readonly [what: string, fault: Fault, message: RegExp, more?: readonly string[]])[] = [
		['answers 429 at once, for ever', response => response.writeHead(429, soon).end(), /Rate limit reached at 127/],
		['answers 500 for ever', response => response.writeHead(500, soon).end('x'.repeat(5000)), /failed with 500/],
		[
			'answers 503 with a page',
			response => response.writeHead(503, { ...soon, 'content-type': 'text/html' }).end('<p>'),
			/failed with 503/,
		],
	];
	for (const [what, fault, message] of faults.slice(0, rounds(2, 3))) {
		it(`leaves a run that can be continued where it ${what}`, async () => {
			serve([look, fault]);
			requireClear(await locate(), message);
			// The first answer, and the five tries.
			assert.equal(bodies.length, 6);
			await requireContinued();
		});
	}

	/** Once each, then a good answer: what is cut is not taken for an answer. */
	const once: readonly (readonly [what: string, fault: Fault, shown: RegExp])[] = [
		['resets the connection', response => response.socket?.resetAndDestroy(), /closed the connection\. Retrying/],
		[
			'resets the connection in an answer',
			response =>
				response.writeHead(200, sse).write(piece({ content: 'The' }), () => response.socket?.resetAndDestroy()),
			/closed the connection\. Retrying/,
		],
		[
			'ends the stream in the arguments of a call',
			response => response.writeHead(200, sse).end(piece(called('{"method_na'))),
			/ended its answer early\. Retrying/,
		],
		[
			'ends the stream in a line',
			response => response.writeHead(200, sse).end(piece({ content: 'The' }) + piece({ content: 'bug' }).slice(0, 30)),
			/its JSON is damaged\)\. Retrying|ended its answer early\. Retrying/,
		],
		[
			'sends nothing but the end',
			response => response.writeHead(200, sse).end('data: [DONE]\n\n'),
			/its stream is empty\)\. Retrying/,
		],
		[
			'sends a call of another shape',
			response => response.writeHead(200, sse).end(piece({ tool_calls: 'x' }, 'stop')),
			/tool calls are not a list\)\. Retrying/,
		],
		[
			'drips a byte now and then, and is silent',
			response => {
				response.writeHead(200, sse);
				response.write(piece({ content: 'The' }));
			},
			/sent nothing for 1 s\. The next try may take twice as long\. Retrying/,
		],
		['never answers', () => undefined, /sent nothing for 1 s\. The next try may take twice as long\. Retrying/],
	];
	it('is asked again, and its cut answers are not taken for whole ones', async () => {
		// In several runs, as each try waits twice as long as the one before.
		for (let at = 0; at < once.length; at += 2) {
			const some = once.slice(at, at + 2);
			bodies = [];
			serve([look, ...some.map(([, fault]) => fault), report]);
			const { code, stdout, stderr } = await locate(['--first-byte-seconds', '1', '--silence-seconds', '1']);
			assert.equal(code, 0, stderr);
			assert.match(stdout, /minutes_between/);
			for (const [what, , shown] of some) {
				assert.match(stderr, shown, what);
			}
			assert.equal(bodies.length, some.length + 2);
		}
	});

	it('is understood where its calls share an id, and where it reports no usage', async () => {
		const [call = assert.fail()] = look.toolCalls ?? [];
		const twice = {
			...look,
			usage: 'none',
			toolCalls: [
				{ ...call, id: 'same' },
				{ name: 'search_class', arguments: { class_name: 'Clock' }, id: 'same' },
			],
		} as const;
		serve([twice, report]);
		const { code, stderr } = await locate();
		assert.equal(code, 0, stderr);
		assert.deepEqual(problems, [undefined, undefined]);
	});

	it('has its answers that a limit cut off asked for again, and the run ends', async () => {
		const cut = { text: 'I think that the', finish: 'length', usage: 'none' } as const;
		const cutCall = { ...cut, toolCalls: [{ name: 'search_method', arguments: '{"method_name": "minu' }] };
		serve([cut, cutCall, look, report]);
		const { code, stdout, stderr } = await locate();
		assert.equal(code, 0, stderr);
		assert.match(stdout, /minutes_between/);
	});

	it('is left at a limit where its answer is one line of 100 MB, and the run can be continued', async () => {
		serve([
			look,
			response => {
				response.writeHead(200, sse).write('data: {"choices":[{"delta":{"content":"');
				pour(response, 'x'.repeat(65_536), 100 * 1024 * 1024);
			},
		]);
		requireClear(await locate(), /sent more than 4 MB in one line of an answer/);
		await requireContinued();
	});

	const waiting: readonly (readonly [what: string, fault: Fault])[] = [
		['never answers', () => undefined],
		['asks to wait for a day', response => void response.writeHead(429, { 'retry-after': '86400' }).end()],
		[
			'drips',
			response => {
				response.writeHead(200, sse);
				repeat(response, piece({ content: 'x' }), 50);
			},
		],
		[
			'sends without an end',
			response => {
				response.writeHead(200, sse);
				pour(response, ': waiting\n\n'.repeat(100), Number.POSITIVE_INFINITY);
			},
		],
	];
	for (const [what, fault] of waiting) {
		it(`is left at Ctrl-C where it ${what}, and the run can be continued`, async () => {
			let child: ChildProcess | undefined;
			serve([
				look,
				(response, body) => {
					fault(response, body);
					setTimeout(() => child?.kill('SIGINT'), 200);
				},
			]);
			const { code, stderr } = await locate([], started => {
				child = started;
			});
			assert.equal(code, 1, stderr);
			assert.match(stderr, /Cancel/);
			// It did not wait for another try.
			assert.equal(bodies.length, 2);
			await requireContinued();
		});
	}
});
