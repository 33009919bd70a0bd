import assert from 'node:assert/strict';
import { createConnection, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { AnswerLine } from '../../src/cli/serve/questions';
import { WorkspaceServer, type WorkspaceServerOptions } from '../../src/cli/serve/workspaceServer';
import { RecordedLog } from '../support/recordedLog';
import { answersTo, lineOf } from '../support/servers';
import { TestFolder } from '../support/testFolder';

/** A question that the test answers. */
interface Pending {
	readonly name: string;
	readonly signal: AbortSignal;
	readonly answer: (line: AnswerLine) => void;
}

describe('a server of a workspace', () => {
	const folder = new TestFolder();
	let pending: Pending[];
	let log: RecordedLog;
	let end: AbortController;
	let running: Promise<void>;
	const connections: Socket[] = [];
	const address = () => folder.path('socket');

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(() => {
		[pending, log, end] = [[], new RecordedLog(), new AbortController()];
		folder.write({ 'ws/': '' });
		const questions: WorkspaceServerOptions['questions'] = {
			isIndexed: true,
			warm: async () => undefined,
			search: () => Promise.reject(new Error('it broke')),
			callTool: ({ name }, { signal }) => new Promise(answer => pending.push({ name, signal, answer })),
		};
		const limits = { idleMs: 1e9, memoryBytes: 1e12 };
		const of = { address: address(), key: 'key', workspace: folder.path('ws'), version: '1' };
		running = new WorkspaceServer({ ...of, ...limits, questions, log, signal: end.signal }).run();
	});
	afterEach(async () => {
		end.abort();
		for (const connection of connections.splice(0)) {
			connection.destroy();
		}
		await running;
	});

	const lineFor = (name: string) => lineOf({ key: 'key', question: { kind: 'tool', name, args: {} } });
	const ask = (name: string) => answersTo(address(), lineFor(name));
	const until = async (isSo: () => boolean) => {
		while (!isSo()) {
			await setImmediate();
		}
	};
	const refusal = { refused: 'done' };

	it('works on eight questions at once, and on the others in the order in which they came', async () => {
		const names = Array.from({ length: 20 }, (_, at) => `q${at}`);
		const answers = names.map(ask);
		for (let at = 0; at < names.length; at++) {
			await until(() => pending.length >= Math.min(names.length, at + 8));
			assert.equal(pending.length, Math.min(names.length, at + 8));
			pending[at]?.answer(refusal);
			await answers[names.indexOf(pending[at]?.name ?? '')];
		}
		assert.deepEqual(
			await Promise.all(answers),
			names.map(() => [refusal]),
		);
	});

	it('cancels the question of a client that is gone, also one that waits', async () => {
		for (let at = 0; at < 9; at++) {
			const connection = createConnection(address());
			connection.write(lineFor(`q${at}`));
			connections.push(connection);
		}
		await until(() => pending.length === 8);
		connections.forEach(connection => void connection.destroy());
		await until(() => pending.every(({ signal }) => signal.aborted));
		pending.forEach(({ answer }) => void answer(refusal));
		const last = ask('last');
		await until(() => pending.some(({ name }) => name === 'last'));
		pending.find(({ name }) => name === 'last')?.answer(refusal);
		assert.deepEqual(await last, [refusal]);
	});

	it('takes no more than 64 clients, and the next one when one is gone', async () => {
		for (let at = 0; at < 64; at++) {
			const connection = createConnection(address());
			await new Promise(resolve => connection.once('connect', resolve));
			connections.push(connection);
		}
		assert.deepEqual(await ask('one too many').catch(() => []), []);
		assert.deepEqual(pending, []);
		connections.pop()?.destroy();
		const asked = () => pending.length > 0;
		while (!asked()) {
			const answer = ask('next').catch(() => []);
			await Promise.race([answer, until(asked)]);
		}
	});

	it('refuses a question that fails, which is logged', async () => {
		const screen = { columns: 80, isOutputTerminal: false, isErrorTerminal: false, env: {} };
		const question = { kind: 'search', values: {}, positionals: [], screen } as const;
		assert.deepEqual(await answersTo(address(), lineOf({ key: 'key', question })), [{ refused: 'it broke' }]);
		assert.match(log.lines.join(), /A question failed. Error: it broke/);
	});

	it('answers what it is asked before it ends', async () => {
		const answer = ask('q');
		await until(() => pending.length === 1);
		const [stopped] = await answersTo(address(), lineOf({ key: '', question: { kind: 'stop' } }));
		assert.ok(stopped !== undefined && 'status' in stopped);
		await assert.rejects(answersTo(address(), lineFor('later')), /ECONNREFUSED|ENOENT/);
		pending[0]?.answer(refusal);
		assert.deepEqual(await answer, [refusal]);
		await running;
	});
});
