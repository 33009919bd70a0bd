import assert from 'node:assert/strict';
import { shownPatches } from '../../../../src/patches/pure/acceptance/shownPatches';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { Patch } from '../../../../src/runs/pure/model/patch';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { patchOf } from '../../../support/patchRun';
import type { Scripted } from '../../../support/scriptedModel';
import { type Selected, selectAmong, voteFor } from '../../../support/selectAmong';
import type { StrategyRunOptions } from '../../strategies/strategyRun';

const before = 'def total(items):\n    return sum(items)\n';
const change = (id: string, after: string) =>
	patchOf(id, { path: 'shop.py', before, after: before.replace('sum(items)', after) });
const execution = { stdout: '', stderr: '', exitCode: 0, timedOut: false, durationMs: 1 } as const;
const noTests = { n: 0, names: [] } as const;

interface Known {
	/** Ids of tests that it breaks; absent where none were run. */
	readonly breaks?: readonly string[];
	readonly reproducer?: 'passed' | 'reproduced';
	readonly isApproved?: boolean;
}

/** What is known of a patch, as events. */
function known(patch: Patch, { breaks, reproducer, isApproved }: Known): RunEventBody[] {
	const events: RunEventBody[] = [{ type: 'patchWritten', patch }];
	if (reproducer !== undefined) {
		events.push({
			type: 'reproducerRan',
			ran: { reproducer: 't1', patch: patch.id, verdict: reproducer, execution, why: '' },
		});
	}
	if (breaks !== undefined) {
		const broken = breaks.map(id => ({ id, how: 'fails' }) as const);
		const tests = { runner: 'pytest', nPassed: 9, failing: noTests, fixed: noTests, broken, nBroken: broken.length };
		const verdict = breaks.length > 0 ? 'failed' : 'passed';
		const ran = { command: 'pytest', patch: patch.id, verdict, execution, why: `${breaks.length} broken.` } as const;
		events.push({ type: 'validationRan', ran: { ...ran, tests: { ...tests, flaky: noTests, leftOut: [] } } });
	}
	if (isApproved !== undefined) {
		const texts = { patchAnalysis: '', testAnalysis: '', patchAdvice: 'Wrong.', testAdvice: '' };
		events.push({ type: 'patchReviewed', review: { patch: patch.id, patchCorrect: isApproved, ...texts } });
	}
	return events;
}

const proven: Known = { breaks: [], reproducer: 'passed', isApproved: true };

async function selected(
	patches: readonly (readonly [Patch, Known])[],
	script?: readonly Scripted[],
	options: Partial<StrategyRunOptions> = {},
): Promise<Selected> {
	const events: RunEventBody[] = [
		{ type: 'reproducerWritten', reproducer: { id: 't1', language: 'python', file: 'r.py', text: 'assert 0' } },
		{ type: 'reproducerRan', ran: { reproducer: 't1', verdict: 'reproduced', execution, why: '' } },
		...patches.flatMap(([patch, what]) => known(patch, what)),
	];
	return selectAmong(await memoryWorkspace({ 'shop.py': before }), events, script, options);
}

const [one, two, three] = [
	change('p1', 'one(items)'),
	change('p2', 'two(items, 2)'),
	change('p3', 'three(items, 3)'),
] as const;

describe('the selection of a patch', () => {
	it('goes by the tests first, then by the reproducer, then by the review, then by the size', async () => {
		const big = patchOf('p4', { path: 'shop.py', before, after: `${before}\n\ndef more():\n    pass\n` });
		const { ids, why } = await selected([
			[one, { ...proven, breaks: ['a', 'b'] }],
			[two, { ...proven, breaks: ['a'] }],
			[three, { ...proven, isApproved: false }],
			[big, proven],
			[change('p5', 'five()'), proven],
			[change('p6', 'six()'), { breaks: [], reproducer: 'reproduced', isApproved: true }],
		]);
		assert.deepEqual(ids, ['p5', 'p4', 'p3', 'p6', 'p2', 'p1']);
		assert.equal(why, 'It changes fewer lines than the next one: 2, not 4; nothing else distinguishes them.');
	});

	it('never has a patch that was not executed or not reviewed before a proven one', async () => {
		assert.deepEqual(
			(
				await selected([
					[one, proven],
					[two, {}],
				])
			).ids,
			['p1', 'p2'],
		);
		assert.deepEqual(
			(
				await selected([
					[one, proven],
					[two, { isApproved: true }],
				])
			).ids,
			['p1', 'p2'],
		);
		assert.deepEqual(
			(
				await selected([
					[one, proven],
					[two, { breaks: [], reproducer: 'passed' }],
				])
			).ids,
			['p1', 'p2'],
		);
		const { ids, why } = await selected([
			[one, { breaks: [], isApproved: true }],
			[two, { reproducer: 'passed', isApproved: true }],
		]);
		assert.deepEqual(ids, ['p2', 'p1']);
		assert.equal(why, 'The reproducer passes with it; it was not run with the next one.');
	});

	it('shows the one that breaks least where all break something, and never as the fix', async () => {
		const { ids, why, run, model } = await selected(
			[
				[one, { ...proven, breaks: ['a', 'b'] }],
				[two, { ...proven, breaks: ['a'] }],
			],
			[],
		);
		assert.deepEqual(ids, ['p2', 'p1']);
		assert.equal(why, 'Every patch breaks something. It breaks the fewest tests: 1, the next one 2.');
		assert.deepEqual(shownPatches(run)[0]?.verdict, { verdict: 'bad', why: 'breaks a' });
		assert.equal(model.requests.length, 0);
	});

	it('makes one of patches that are the same change, with the best that is known of them', async () => {
		const again = change('p2', 'one( items )  # one');
		const { ids, run } = await selected([
			[one, { isApproved: true }],
			[again, proven],
			[three, proven],
		]);
		assert.deepEqual(ids, ['p3', 'p2']);
		assert.deepEqual(fixOf(run).ranking[1]?.same, ['p1']);
		assert.deepEqual(
			shownPatches(run).map(({ id }) => id),
			['p3', 'p2'],
		);
	});

	it('is none where there is no patch, and asks nothing for one', async () => {
		assert.deepEqual((await selected([], [])).ids, []);
		const { ids, why, model } = await selected([[one, proven]], []);
		assert.deepEqual([ids, why, model.requests.length], [['p1'], 'The only patch.', 0]);
	});

	describe('with a model', () => {
		it('has three votes decide between patches that are equally proven, whatever their order', async () => {
			const { ids, why, model, run } = await selected(
				[
					[one, proven],
					[two, proven],
					[three, proven],
				],
				[voteFor('two('), voteFor('one('), voteFor('two(', 'last')],
			);
			model.assertAllAsked();
			assert.deepEqual(ids[0], 'p2');
			assert.equal(why, '2 of 3 votes prefer it: because of two(');
			assert.ok(fixOf(run).ranking[0]?.reasons.includes('2 of 3 votes prefer it.'));
			const orders = model.requests.map(({ messages }) =>
				[
					...messages
						.map(({ text }) => text)
						.join('\n')
						.matchAll(/\+ {4}return (\w+)/g),
				]
					.map(([, name]) => name)
					.join(),
			);
			assert.equal(new Set(orders).size, 3);
		});

		it('shows each vote the outcomes, and asks for reasons before numbers', async () => {
			const { model } = await selected(
				[
					[one, proven],
					[two, proven],
				],
				[voteFor('one('), voteFor('one('), voteFor('one(')],
			);
			const text = model.requests[0]?.messages.map(message => message.text).join('\n') ?? '';
			assert.match(
				text,
				/<outcomes>\n- The reproducer fails without it and passes with it\.\n- 0 broken\.\n- The reviewer approves/,
			);
			const at = ['"analysis"', '"reproduces": <', '"fixes": <', '"risk": <', '"reason"', '"best": <'].map(each =>
				text.indexOf(each),
			);
			assert.deepEqual(
				at,
				at.toSorted((a, b) => a - b),
			);
			assert.ok(at.every(each => each > 0));
		});

		it('counts a vote that cannot be read for nobody, and asks once for each', async () => {
			const { ids, why, model } = await selected(
				[
					[one, proven],
					[two, proven],
				],
				['Patch 1, I think.', voteFor('two('), '{"best": 9}'],
			);
			model.assertAllAsked();
			assert.deepEqual([ids[0], why], ['p2', '1 of 1 vote prefers it: because of two(']);
			const none = await selected(
				[
					[one, proven],
					[two, proven],
				],
				['?', '??', '???'],
			);
			assert.deepEqual(none.ids, ['p2', 'p1']);
		});

		it('goes by the scores where the votes are split', async () => {
			const scores = (number: number) => ({ number, fixes: 2, risk: 0 });
			const evenly: Scripted = request => {
				const vote = voteFor('one(');
				const answer = JSON.parse(String(typeof vote === 'function' ? vote(request) : ''));
				return JSON.stringify({ ...answer, patches: [scores(1), scores(2)] });
			};
			const patches = [
				[one, proven],
				[change('p2', 'two(items, 2, 3)'), proven],
			] as const;
			const { ids, why } = await selected(patches, [voteFor('two('), evenly, '?']);
			assert.deepEqual([ids[0], why], ['p2', 'The votes are split; it has the better scores. because of two(']);
		});

		it('asks for no vote where something was executed that distinguishes the best', async () => {
			const { model } = await selected(
				[
					[one, proven],
					[two, { ...proven, breaks: ['a'] }],
					[three, { breaks: [] }],
				],
				[],
			);
			assert.equal(model.requests.length, 0);
		});

		it('keeps the ranking without votes where the votes cannot be made, and a continued run asks nothing twice', async () => {
			const patches = [
				[one, proven],
				[two, proven],
			] as const;
			const whole = await selected(patches, [voteFor('one('), voteFor('one('), voteFor('one(')]);
			const cut = await selected(patches, [voteFor('one(')], { caps: { requests: 1 } });
			assert.deepEqual(cut.ids[0], 'p1');
			const asked = whole.events.findIndex(({ type }) => type === 'modelAnswered');
			const resumed = await selected(patches, [voteFor('one('), voteFor('one(')], {
				events: whole.events.slice(0, asked + 1),
			});
			resumed.model.assertAllAsked();
			assert.deepEqual([resumed.ids, resumed.why], [whole.ids, whole.why]);
		});
	});
});
