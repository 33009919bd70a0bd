import assert from 'node:assert/strict';
import { giveFeedback } from '../../../../src/engine/strategies/giveFeedback';
import type { ChatRequest } from '../../../../src/models/pure/chatModel';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { TestFolder } from '../../../support/testFolder';
import { type FixRun, fixSample } from '../../fix/fixRun';
import { bugs, named, patch, program, reproducible, verdict } from '../../fix/sampleBugs';

const [python] = bugs;
assert.ok(python);
const right = patch(python, python.patched);
const wrong = patch(python, '    return abs(end - start)');
const alsoWrong = patch(python, '    return max(0, end - start)');

function textOf(request: ChatRequest | undefined): string {
	return request?.messages.map(({ text }) => text).join('\n\n') ?? '';
}

/** A review by reading alone. */
const read = (isRight: boolean) =>
	JSON.stringify({
		'patch-correct': isRight,
		'patch-analysis': 'traced',
		'patch-advice': isRight ? '' : 'Take it modulo a day.',
	});

function titles({ run }: FixRun): string[] {
	return nodesOf(run).map(({ title }) => title);
}

describe('the author of a patch', () => {
	const scratch = new TestFolder();
	/** Nothing is executed: patches are reviewed by reading. */
	const written = (script: Parameters<typeof fixSample>[1]['script'], form: 'tools' | 'prose' = 'tools') =>
		fixSample(scratch, { sample: 'python', script, form, mayExecute: false });

	it('may search the code before a patch', async () => {
		const fixed = await written([named(python), [['search_code', { query: 'MINUTES_PER_DAY' }]], right, verdict(true)]);
		fixed.model.assertAllAsked();
		assert.ok(fixed.model.requests[1]?.tools?.some(({ name }) => name === 'search_code'));
		assert.match(fixed.model.requests[2]?.messages.at(-1)?.text ?? '', /MINUTES_PER_DAY = 24 \* 60/);
		assert.equal(fixOf(fixed.run).patches.length, 1);
		const [node] = nodesOf(fixed.run).filter(({ title }) => title === 'Write a patch');
		assert.deepEqual(
			node?.calls.map(({ tool, answer }) => [tool, answer?.ok]),
			[['search_code', true]],
		);
	});

	it('may search the code in prose, where a model knows no tools', async () => {
		const place = 'The bug is in `minutes_between` in tally/clock.py: it must count over midnight.';
		const report = JSON.stringify({
			API_calls: [],
			bug_locations: [{ file: python.place.file, class: null, method: python.place.method }],
		});
		const calls = 'I need to see the constant first.\n\nsearch_code("MINUTES_PER_DAY")';
		const fixed = await written([place, report, calls, right, verdict(true)], 'prose');
		fixed.model.assertAllAsked();
		assert.match(textOf(fixed.model.requests[2]), /search_code\(query: string\)\n {4}\S/);
		assert.match(fixed.model.requests[3]?.messages.at(-1)?.text ?? '', /MINUTES_PER_DAY = 24 \* 60/);
		assert.equal(fixOf(fixed.run).patches.length, 1);
	});

	it('is asked for the patch after five rounds of searches', async () => {
		const searches = [1, 2, 3, 4, 5, 6].map(
			line => [['read_lines', { file_name: 'clock.py', start: line, end: line }]] as const,
		);
		const fixed = await written([named(python), ...searches, right, verdict(true)]);
		fixed.model.assertAllAsked();
		const last = (at: number) => fixed.model.requests[at]?.messages.at(-1)?.text ?? '';
		assert.match(last(5), /You can make calls in 1 round more/);
		assert.match(last(6), /No more calls can be made/);
		assert.match(last(7), /No more calls can be made/);
		const [node] = nodesOf(fixed.run).filter(({ title }) => title === 'Write a patch');
		assert.equal(node?.calls.length, 5);
		assert.equal(fixOf(fixed.run).patches.length, 1);
	});

	it('has code in a patch that looks like a call applied, not called', async () => {
		const calling = patch(python, '    return search_code("x") or (end - start) % MINUTES_PER_DAY');
		const fixed = await written([named(python), calling, verdict(true)], 'tools');
		fixed.model.assertAllAsked();
		assert.equal(fixOf(fixed.run).patches.length, 1);
		assert.ok(nodesOf(fixed.run).every(({ calls }) => calls.length === 0));
	});

	it('is shown each location whole with its imports, what was read in its file, and the failing reproducer', async () => {
		const search = [['search_method', { method_name: 'parse_time' }]] as const;
		const script = [reproducible(python), program(python.shows), search, named(python), right, verdict(true)];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		const shown = textOf(fixed.model.requests[4]);
		assert.match(shown, /<code>\ndef minutes_between\(/);
		assert.match(shown, /Imports at the top of these files:\n\n<file>tally\/clock\.py/);
		assert.match(shown, /Other code that was read while the bug was located, as it is now:\n\n[\s\S]*def parse_time\(/);
		assert.match(shown, /assert got == 165[\s\S]*expected 165 minutes, got -1275/);
	});

	it('sees a wrong patch as it was written, what ran, and what that printed', async () => {
		const script = [
			reproducible(python),
			program(python.shows),
			named(python),
			wrong,
			verdict(true),
			right,
			verdict(true),
		];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		const messages = fixed.model.requests[5]?.messages ?? [];
		assert.deepEqual(
			messages.slice(-2).map(({ role }) => role),
			['assistant', 'user'],
		);
		assert.equal(messages.at(-2)?.text, wrong);
		const failure = messages.at(-1)?.text ?? '';
		assert.match(textOf(fixed.model.requests[5]), /<program>[\s\S]*assert got == 165[\s\S]*<\/program>/);
		assert.match(failure, /still fails with it:\n\n<output>[\s\S]*got 1275/);
	});

	it('is informed that a patch needs what is not installed: its run is no failure of the environment', async () => {
		const needy = patch(python, '    import not_installed_xyz\n    return (end - start) % MINUTES_PER_DAY');
		const script = [
			reproducible(python),
			program(python.shows),
			named(python),
			needy,
			verdict(true),
			right,
			verdict(true),
		];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		assert.match(fixed.model.requests[5]?.messages.at(-1)?.text ?? '', /No module named 'not_installed_xyz'/);
		assert.deepEqual([fixed.run.state, fixed.run.selected.patch], ['done', 'p2']);
	});

	it('is informed that it repeats a patch that failed', async () => {
		const script = [named(python), wrong, read(false), wrong, right, read(true)];
		const fixed = await written(script);
		fixed.model.assertAllAsked();
		assert.match(
			fixed.model.requests[4]?.messages.at(-1)?.text ?? '',
			/^This is the same change as a patch that failed/,
		);
		const notes = nodesOf(fixed.run).flatMap(({ notes: each }) => each);
		assert.deepEqual(notes, ['Answer 1 repeats a patch that was judged wrong.']);
	});

	it('is not shown what a reproducer showed that turned out to be wrong', async () => {
		const bad = python.shows.replace('== 165', '== 164').replace('expected 165', 'expected 164');
		const script = [
			...[reproducible(python), program(bad), named(python), wrong, verdict(false), alsoWrong, verdict(false, false)],
			...[program(python.shows), verdict(false), named(python), right, verdict(true)],
		];
		const fixed = await fixSample(scratch, { sample: 'python', script });
		fixed.model.assertAllAsked();
		for (const request of [9, 10]) {
			assert.doesNotMatch(textOf(fixed.model.requests[request]), /expected 164/);
			assert.match(textOf(fixed.model.requests[request]), /expected 165/);
		}
	});

	it('begins a new conversation after three answers that cannot be applied, once', async () => {
		const off = patch({ ...python, original: '    return finish - start' }, python.patched);
		const fixed = await written([named(python), off, 'I cannot see the code.', off, right, verdict(true)]);
		fixed.model.assertAllAsked();
		const first = fixed.model.requests[1]?.messages;
		const fresh = fixed.model.requests[4];
		assert.deepEqual([fresh?.messages, fresh?.temperature], [first, 0.8]);
		assert.match(
			fixed.model.requests[3]?.messages.at(-1)?.text ?? '',
			/Your answer has no edit\. If you need to see more code/,
		);
		assert.equal(fixOf(fixed.run).patches.length, 1);

		const refused = await written([named(python), off, off, off, off, off, off]);
		refused.model.assertAllAsked();
		assert.equal(fixOf(refused.run).patches.length, 0);
		assert.deepEqual(titles(refused).slice(-2), ['Write a patch', 'Write a patch, starting over']);
	});

	describe('after two wrong patches', () => {
		const script = [
			...[
				reproducible(python),
				program(python.shows),
				named({ ...python, place: { ...python.place, method: 'parse_time' } }),
			],
			...[wrong, verdict(true), alsoWrong, verdict(true)],
			...[named(python), right, verdict(true)],
		];

		it('has the bug located again, with both failures as clues', async () => {
			const fixed = await fixSample(scratch, { sample: 'python', script });
			fixed.model.assertAllAsked();
			const search = textOf(fixed.model.requests[7]);
			assert.match(search, /An earlier search named these places:\n\n- parse_time in tally\/clock\.py/);
			assert.match(search, /abs\(end - start\)[\s\S]*got 1275[\s\S]*max\(0, end - start\)/);
			const nodes = nodesOf(fixed.run);
			const again = nodes.find(({ title }) => title === 'Locate the bug again');
			const first = nodes.find(({ title }) => title === 'Write a patch');
			assert.ok(again !== undefined && again.parent === first?.parent, 'it is no branch of the first search');
			assert.match(textOf(fixed.model.requests[8]), /This patch was written before for the same issue/);
			assert.deepEqual(fixOf(fixed.run).ranking.map(({ patch: id }) => id)[0], 'p3');
			assert.equal(fixed.run.selected.patch, 'p3');
			assert.equal(fixed.run.selected.locations[0]?.method, 'minutes_between');
		});

		it('has it located again for each candidate, on branches of their own', async () => {
			const rejected = (n: number) => [patch(python, `    return end - start + ${n}`), read(false)];
			const one = (n: number) => [
				...rejected(n),
				...rejected(n + 1),
				named(python),
				...rejected(n + 2),
				...rejected(n + 3),
			];
			const fixed = await fixSample(scratch, {
				...{ sample: 'python', mayExecute: false, nCandidates: 2 },
				script: [named(python), ...one(1), ...rejected(9), ...one(11), ...rejected(19)],
			});
			fixed.model.assertAllAsked();
			assert.equal(titles(fixed).filter(title => title === 'Locate the bug again').length, 2);
			assert.ok(nodesOf(fixed.run).every(({ patches, reviews }) => patches.length + reviews.length <= 1));
		});

		it('follows feedback on the second search', async () => {
			const { events, run } = await fixSample(scratch, { sample: 'python', script });
			const rounds = nodesOf(run).filter(({ kind }) => kind === 'round');
			const next = [named(python), patch(python, '    return (end - start + 1440) % 1440'), verdict(true)];
			const fixed = await fixSample(scratch, {
				...{ sample: 'python', script: next, events },
				before: log => giveFeedback(log, rounds.at(-1)?.id ?? '', 'Do not use the constant.'),
			});
			fixed.model.assertAllAsked();
			assert.match(textOf(fixed.model.requests[0]), /Do not use the constant\./);
			assert.deepEqual([fixed.run.state, fixed.run.selected.patch], ['done', 'p4']);
			const again = await fixSample(scratch, { sample: 'python', script: [], events: fixed.events });
			assert.deepEqual([again.run.state, again.run.selected.patch], ['done', 'p4']);
		});

		it('continues wherever it was interrupted', async () => {
			const whole = await fixSample(scratch, { sample: 'python', script });
			const marks = whole.events.flatMap(({ type }, at) => (type === 'modelAnswered' ? [at + 1] : []));
			for (const nEvents of marks.slice(4)) {
				const events = whole.events.slice(0, nEvents);
				const nAnswered = events.filter(({ type }) => type === 'modelAnswered').length;
				const resumed = await fixSample(scratch, { sample: 'python', script: script.slice(nAnswered), events });
				resumed.model.assertAllAsked();
				assert.deepEqual(titles(resumed), titles(whole));
				assert.equal(resumed.run.selected.patch, 'p3');
			}
		});
	});
});
