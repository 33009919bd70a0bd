import assert from 'node:assert/strict';
import type { ChatRequest } from '../../src/models/pure/chatModel';
import { textPastGate } from './outgoingText';
import { parseSource, readSources } from './sourceFile';

describe('text for a model', () => {
	it('passes the gate everywhere in src', async () => {
		assert.deepEqual((await readSources()).flatMap(textPastGate), []);
	});

	it('does not compile where it did not pass', () => {
		// @ts-expect-error: a list of messages that did not pass the gate
		const request: ChatRequest = { messages: [{ role: 'user', text: 'a' }] };
		assert.ok(request);
	});

	for (const text of [
		'model.complete({ messages: list as OutgoingMessages });',
		'model.complete({ messages: list as readonly ChatMessage[] as OutgoingMessages });',
		'model.complete({ messages } as unknown as ChatRequest);',
	]) {
		it(`would be noticed to go round it by ${text}`, async () => {
			assert.ok(textPastGate(await parseSource('src/engine/stages/a.ts', text)).length > 0);
			assert.deepEqual(textPastGate(await parseSource('src/outgoing/pure/gate/outgoingGate.ts', text)), []);
		});
	}
});
