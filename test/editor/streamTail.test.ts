import assert from 'node:assert/strict';
import { StreamTail } from '../../src/editor/trajectory/trajectoryLink';

describe('StreamTail', () => {
	it('collects the text streamed in a node, and returns each state once', () => {
		const tail = new StreamTail();
		tail.add('r1', 'It is ');
		tail.add('r1', 'the clock');
		assert.deepEqual(tail.takeNew(), { node: 'r1', text: 'It is the clock' });
		assert.equal(tail.takeNew(), undefined);
		assert.deepEqual(tail.current, { node: 'r1', text: 'It is the clock' });
	});

	it('keeps only the end of a long answer', () => {
		const tail = new StreamTail();
		for (let at = 0; at < 500; at++) {
			tail.add('r1', `word${at} `);
		}
		const { text } = tail.takeNew() ?? assert.fail();
		assert.ok(text.length <= 600 && text.endsWith('word499 '), text);
	});

	it('starts over in another node', () => {
		const tail = new StreamTail();
		tail.add('r1', 'old');
		tail.add('r2', 'new');
		assert.deepEqual(tail.takeNew(), { node: 'r2', text: 'new' });
	});

	for (const type of ['modelAsked', 'modelAnswered', 'modelFailed', 'runEnded'] as const) {
		it(`drops the text at ${type}`, () => {
			const tail = new StreamTail();
			tail.add('r1', 'old');
			tail.onEvent({ type, node: type === 'runEnded' ? 'run' : 'r1' });
			assert.equal(tail.takeNew(), undefined);
			assert.equal(tail.current, undefined);
		});
	}

	it('keeps it while something happens elsewhere', () => {
		const tail = new StreamTail();
		tail.add('r1', 'here');
		tail.onEvent({ type: 'modelAnswered', node: 'r2' });
		tail.onEvent({ type: 'noted', node: 'r1' });
		assert.deepEqual(tail.current, { node: 'r1', text: 'here' });
	});
});
