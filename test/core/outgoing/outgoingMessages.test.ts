import assert from 'node:assert/strict';
import type { ChatMessage } from '../../../src/core/model/chat';
import { OutgoingMessages } from '../../../src/core/outgoing/outgoingMessages';
import { drawnText } from './drawnText';

describe('OutgoingMessages', () => {
	const secret = `gh${'p_'}${drawnText(36)}`;
	const removed = '[removed: GitHub token]';
	const gate = new OutgoingMessages();

	const given: readonly [ChatMessage, ChatMessage][] = [
		[
			{ role: 'user', text: `a ${secret}` },
			{ role: 'user', text: `a ${removed}` },
		],
		[
			{ role: 'tool', call: 'c1', text: `1 ${secret}` },
			{ role: 'tool', call: 'c1', text: `1 ${removed}` },
		],
		[
			{ role: 'assistant', text: secret, toolCalls: [{ id: 'c1', name: 'f', arguments: `{"a":"${secret}"}` }] },
			{ role: 'assistant', text: removed, toolCalls: [{ id: 'c1', name: 'f', arguments: `{"a":"${removed}"}` }] },
		],
		[
			{ role: 'assistant', text: secret },
			{ role: 'assistant', text: removed },
		],
	];
	for (const [message, clean] of given) {
		it(`removes secrets from the ${message.role} message${'toolCalls' in message ? ' and calls' : ''}`, () => {
			const outgoing = gate.pass(message);
			assert.deepEqual(outgoing.message, clean);
			assert.equal(outgoing.found[0]?.kind, 'GitHub token');
		});
	}

	it('returns a message without secrets unchanged', () => {
		const message: ChatMessage = {
			role: 'assistant',
			text: 'a',
			toolCalls: [{ id: 'c1', name: 'f', arguments: '{}' }],
		};
		assert.equal(gate.pass(message).message, message);
	});

	it('gives the same message for the same message', () => {
		const message: ChatMessage = { role: 'user', text: secret };
		assert.equal(gate.pass(message).message, gate.pass(message).message);
	});
});
