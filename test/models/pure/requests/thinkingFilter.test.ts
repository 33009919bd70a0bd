import assert from 'node:assert/strict';
import { ThinkingFilter } from '../../../../src/models/pure/requests/thinkingFilter';

describe('the thinking filter', () => {
	const filtered = (text: string, nCharacters = text.length) => {
		const pieces: string[] = [];
		const filter = new ThinkingFilter(piece => pieces.push(piece));
		for (let at = 0; at < text.length; at += nCharacters) {
			filter.add(text.slice(at, at + nCharacters));
		}
		return { text: filter.finish(), passedOn: pieces.join('') };
	};

	for (const [what, text, answer] of [
		['thinking ahead of an answer', '<think>Hm.\n</think>\n\nYes.', 'Yes.'],
		['thinking under another name', '\n<reasoning>Hm <b>.</reasoning>Yes.', 'Yes.'],
		['thinking that never ends', '<think>Hm, hm, hm', ''],
		['thinking and nothing else', '<think>Hm</think>\n', ''],
		['an answer without thinking', ' Yes.\n', ' Yes.\n'],
		['an answer that mentions the tag', 'Write <think> here </think> there.', 'Write <think> here </think> there.'],
		['an answer that begins with another tag', '<thin>Yes</thin>', '<thin>Yes</thin>'],
		['an answer that begins like a tag', '<', '<'],
	] as const) {
		it(`removes no more than it should of ${what}, in one piece or letter by letter`, () => {
			for (const { text: whole, passedOn } of [filtered(text), filtered(text, 1)]) {
				assert.deepEqual([whole, passedOn], [answer, answer]);
			}
		});
	}

	it('takes thinking without an end in linear time', () => {
		const cpuOf = (n: number) => {
			const filter = new ThinkingFilter(undefined);
			filter.add('<think>');
			const before = process.cpuUsage();
			for (let at = 0; at < n; at++) {
				filter.add('hm <');
			}
			assert.equal(filter.finish(), '');
			return process.cpuUsage(before).user;
		};
		cpuOf(10_000);
		const half = Math.min(cpuOf(100_000), cpuOf(100_000));
		const whole = Math.min(cpuOf(200_000), cpuOf(200_000));
		// Four times as much where each piece looks at everything before it.
		assert.ok(whole < 3 * half + 20_000, `${half} and ${whole} µs`);
	});

	it('removes thinking whose opening tag is in the template of the model', () => {
		assert.equal(filtered('Hm, hm.\n</think>\nYes.').text, 'Yes.');
	});
});
