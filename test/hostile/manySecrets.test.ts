import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { OutgoingGate } from '../../src/outgoing/pure/gate/outgoingGate';
import type { ChatMessage } from '../../src/runs/pure/model/chat';
import { requireLinearOn } from './cpuGrowth';

/** A text of about so many characters, each line a token of its own. */
function tokens(size: number): string {
	return Array.from({ length: Math.ceil(size / 41) }, () => `gh${'p_'}${randomBytes(18).toString('hex')}`).join('\n');
}

describe('a text that consists of secrets', () => {
	it('passes the gate in a time that grows linearly', async () => {
		await requireLinearOn(
			(text: string) => new OutgoingGate().clean(text),
			size => tokens(8 * size),
			'tokens',
		);
	});

	it('does not make each later request slower than the one before', async () => {
		const read = (text: string) => {
			const gate = new OutgoingGate();
			const messages: ChatMessage[] = [];
			for (const piece of text.match(/[\s\S]{1,2050}/g) ?? []) {
				messages.push({ role: 'user', text: piece });
			}
			gate.pass(messages);
			const { messages: sent } = gate.pass([...messages, { role: 'user', text: tokens(2000) }]);
			assert.doesNotMatch(sent.map(message => message.text).join(''), /ghp_[0-9a-f]{36}/);
		};
		await requireLinearOn(read, size => tokens(8 * size), 'tokens');
	});
});
