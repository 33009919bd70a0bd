import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RunEvent, RunEventBody } from '../../../src/runs/pure/events/runEvent';
import { rootNode } from '../../../src/runs/pure/fold/run';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { nodesOf } from '../../../src/runs/pure/fold/runTree';
import { answerLimit, clipEvent, clipRun } from '../../../src/webview/protocol/clip';
import { exampleModelEvents, exampleModelRun } from '../../support/exampleModelRun';
import { exampleEvents, exampleRun, exampleSteps } from '../../support/exampleRun';
import { numbered, runStarted } from '../../support/runEvents';

/** The example's first answer, replaced. */
function withAnswer(nCharacters: number, nPlaces: number): RunEvent[] {
	const answer = {
		text: 'x'.repeat(nCharacters),
		places: Array.from({ length: nPlaces }, (_, at) => ({ file: `f${at}.py`, startLine: 1, endLine: 1 })),
	};
	return exampleEvents(
		exampleSteps.map(([node, body]): readonly [string, RunEventBody] => [
			node,
			body.type === 'toolAnswered' && body.ok ? { ...body, ...answer } : body,
		]),
	);
}

describe('clipRun', () => {
	it('keeps answers that fit', () => {
		const { run, clipped } = clipRun(exampleRun());
		assert.deepEqual(clipped, []);
		assert.deepEqual(
			nodesOf(run).flatMap(({ calls }) => calls),
			nodesOf(exampleRun()).flatMap(({ calls }) => calls),
		);
	});

	it('cuts a long answer and names its call', () => {
		const { run, clipped } = clipRun(foldRun(withAnswer(answerLimit.nCharacters + 1, 1)));
		assert.deepEqual(clipped, [{ node: 'r1', call: 'c1' }]);
		assert.equal(run.nodes.r1?.calls[0]?.answer?.text.length, answerLimit.nCharacters);
	});

	it('keeps a long run small, however much it read', () => {
		const size = JSON.stringify(clipRun(foldRun(withAnswer(3_000_000, 5_000))).run).length;
		assert.ok(size < 20_000, `${size} characters`);
	});

	it('leaves with the host what was sent to a model', () => {
		const { run } = clipRun(exampleModelRun());
		assert.deepEqual(run.messages, {});
		const events = exampleModelEvents().map(event => clipEvent(event).event);
		assert.deepEqual(
			events.flatMap(event => (event.type === 'modelAsked' ? Object.keys(event.fresh) : [])),
			[],
		);
		assert.ok(!JSON.stringify([run, events]).includes('You look for bugs.'));
	});

	it("cuts a model's text to a length that fits a narrow view", () => {
		const long = exampleModelEvents().map(event =>
			event.type === 'modelAnswered' ? { ...event, text: 'x'.repeat(500_000) } : event,
		);
		const size = JSON.stringify(clipRun(foldRun(long)).run).length;
		assert.ok(size < 60_000, `${size} characters`);
	});

	it('cuts the candidates of an action, and leaves what an evaluation printed with the host', () => {
		const long = 'x'.repeat(500_000);
		const candidates = [1, 2, 3].map(() => ({ thought: long, action: long }));
		const bodies: readonly RunEventBody[] = [
			{ ...runStarted('a'), goal: 'fix' },
			{ type: 'candidatesCompared', candidates, reasons: long },
			{ type: 'patchWritten', patch: { id: 'p1', diff: '', files: [] } },
			{ type: 'patchEvaluated', evaluation: { patch: 'p1', outcome: 'resolved', file: 'results.json', output: long } },
		];
		const events = numbered(bodies);
		const { run } = clipRun(foldRun(events));
		assert.deepEqual(foldRun(events.map(event => clipEvent(event).event)), run);
		const { compared, evaluations } = run.nodes[rootNode] ?? assert.fail();
		assert.deepEqual([compared?.candidates.length, evaluations?.[0]?.outcome], [3, 'resolved']);
		const size = JSON.stringify(run).length;
		assert.ok(size < 150_000, `${size} characters`);
	});

	it('is for a run with a model, too, what folding clipped events gives', () => {
		const clips = exampleModelEvents().map(clipEvent);
		assert.deepEqual(foldRun(clips.map(({ event }) => event)), clipRun(exampleModelRun()).run);
	});

	it('is what folding clipped events gives', () => {
		fc.assert(
			fc.property(fc.nat(answerLimit.nCharacters * 2), fc.nat(answerLimit.nPlaces * 2), (nCharacters, nPlaces) => {
				const events = withAnswer(nCharacters, nPlaces);
				const clips = events.map(clipEvent);
				const whole = clipRun(foldRun(events));
				assert.deepEqual(foldRun(clips.map(({ event }) => event)), whole.run);
				assert.deepEqual(
					clips.flatMap(({ clipped }) => clipped),
					whole.clipped,
				);
			}),
			{ numRuns: 30 },
		);
	});
});
