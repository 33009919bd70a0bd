import assert from 'node:assert/strict';
import { type DebugMessage, DebugWatch } from '../../src/editor/fix/reproducerDebugger';

describe('what a debugger reports about a program', () => {
	const event = (name: string, body: NonNullable<DebugMessage['body']> = {}) => ({ type: 'event', event: name, body });
	const output = (category: string | undefined, text: string) => event('output', { category, output: text });
	const watched = (messages: readonly DebugMessage[], exitCode?: string | null) => {
		const watch = new DebugWatch({ exitCode });
		for (const message of messages) {
			if ('command' in message) {
				watch.onRequest(message);
			} else {
				watch.onMessage(message);
			}
		}
		return watch;
	};
	const disconnect = { command: 'disconnect' };
	const exited = event('exited', { exitCode: 3 });
	const terminated = event('terminated');

	it('is its exit code, where the debugger reports one', () => {
		assert.equal(watched([exited, terminated, disconnect]).exitCode, 3);
	});

	it('is no exit code where it reports none', () => {
		assert.equal(watched([terminated, disconnect]).exitCode, undefined);
	});

	it('is no exit code where what it reports is known to be wrong', () => {
		assert.equal(watched([exited, terminated], null).exitCode, undefined);
	});

	it('is the last exit code that its output names, if the language defines how', () => {
		const messages = [output('console', 'ended: 0\n'), output(undefined, 'ended: 2\r\n'), exited];
		assert.equal(watched(messages, '^ended: (\\d+)').exitCode, 2);
		assert.equal(watched([output('stdout', 'it ended: 0\n'), exited], '^ended: (\\d+)').exitCode, undefined);
	});

	it('is no exit code if the user stopped it', () => {
		assert.equal(watched([disconnect, exited, terminated]).exitCode, undefined);
		assert.equal(watched([{ command: 'terminate' }, exited, terminated, disconnect]).exitCode, undefined);
	});

	it('is its output, without the output of the debugger itself', () => {
		const pieces: string[] = [];
		const watch = new DebugWatch({ exitCode: undefined, onOutput: (stream, text) => pieces.push(`${stream} ${text}`) });
		for (const [category, text] of [
			['stdout', 'a'],
			['console', 'b'],
			['stderr', 'c'],
			['telemetry', 'd'],
			['stdout', 'e'],
		]) {
			watch.onMessage(output(category, text ?? ''));
		}
		watch.onMessage({ type: 'response', body: { category: 'stdout', output: 'f' } });
		assert.deepEqual([watch.stdout, watch.stderr], ['ae', 'c']);
		assert.deepEqual(pieces, ['stdout a', 'stderr c', 'stdout e']);
	});
});
