import assert from 'node:assert/strict';
import { OutgoingGate } from '../../../../src/outgoing/pure/gate/outgoingGate';
import type { ChatMessage } from '../../../../src/runs/pure/model/chat';
import { drawnText } from './drawnText';

describe('OutgoingGate', () => {
	const secret = `gh${'p_'}${drawnText(36)}`;
	const removed = '[removed: GitHub token]';

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
			const outgoing = new OutgoingGate().pass([message]);
			assert.deepEqual(outgoing.messages, [clean]);
			assert.equal(outgoing.removed[0]?.[0]?.kind, 'GitHub token');
		});
	}

	it('returns a message without secrets unchanged', () => {
		const message: ChatMessage = {
			role: 'assistant',
			text: 'a',
			toolCalls: [{ id: 'c1', name: 'f', arguments: '{}' }],
		};
		assert.equal(new OutgoingGate().pass([message]).messages[0], message);
	});

	it('gives the same message for the same message, also when it learned something else since', () => {
		const gate = new OutgoingGate();
		const message: ChatMessage = { role: 'user', text: secret };
		const [first] = gate.pass([message]).messages;
		gate.learn(`API_KEY="${drawnText(40)}"`);
		assert.equal(gate.pass([message]).messages[0], first);
	});

	describe('removes a value that it removed once', () => {
		const value = `Qw8!mm/${drawnText(6)}+=x`;
		const forms: readonly [how: string, text: string][] = [
			['without its name', `connect(${value})`],
			['percent-encoded', `https://a.b/?x=${encodeURIComponent(value)}`],
			['with escaped slashes, as in JSON', JSON.stringify({ x: value }).replaceAll('/', '\\/')],
		];
		for (const [how, text] of forms) {
			it(how, () => {
				const gate = new OutgoingGate();
				gate.learn(`password='${value}'`);
				const clean = gate.clean(text);
				assert.match(clean.text, /\[removed: password\]/);
				assert.doesNotMatch(clean.text, /Qw8/);
			});
		}

		it('percent-encoded, where it occurs decoded', () => {
			const gate = new OutgoingGate();
			gate.learn(`postgres://app:${encodeURIComponent(value)}@db.acme.com/app`);
			assert.equal(gate.clean(`connect(${value})`).text, 'connect([removed: password in an address])');
		});

		it('in an earlier message of the same request', () => {
			const bare = drawnText(30);
			const { messages } = new OutgoingGate().pass([
				{ role: 'user', text: `It fails for ${bare}.` },
				{ role: 'tool', call: 'a', text: `api_key = "${bare}"` },
			]);
			assert.deepEqual(
				messages.map(({ text }) => text),
				['It fails for [removed: key].', 'api_key = "[removed: key]"'],
			);
		});

		it('but not a word that is a password somewhere', () => {
			const gate = new OutgoingGate();
			gate.learn('DB_PASSWORD=elephant');
			assert.equal(gate.clean('An elephant forgets nothing.').text, 'An elephant forgets nothing.');
		});
	});

	it('removes the rest of a value that became known after a part of it', () => {
		const gate = new OutgoingGate();
		const message: ChatMessage = { role: 'user', text: 'PASSWORD=Aa9!kkWW2211,Zq8!mm;zz21xK end' };
		assert.match(gate.pass([message]).messages[0]?.text ?? '', /zz21xK/);
		gate.learn('password: "W2211,Zq8!mm;zz21xK"');
		assert.equal(gate.pass([message]).messages[0]?.text, 'PASSWORD=[removed: password] end');
	});

	it('keeps plain words that a percent-encoded password consists of', () => {
		const gate = new OutgoingGate();
		gate.learn('postgres://u:%65%6c%73%65@db.acme.com/x');
		assert.equal(gate.clean('if (a) b else c').text, 'if (a) b else c');
	});

	it('keeps the markers of keys in code', () => {
		const gate = new OutgoingGate();
		const key = [drawnText(64), drawnText(64)].join('\n');
		gate.learn(`-----BEGIN RSA PRIVATE KEY-----\n${key}\n-----END RSA PRIVATE KEY-----`);
		const code = 'if line == "-----BEGIN CERTIFICATE-----" or line.endswith("KEY-----"):';
		assert.equal(gate.clean(code).text, code);
	});
});
