import assert from 'node:assert/strict';
import type { Ranked } from '../../../../src/localizer/pure/additive/rankedCode';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import type { Suspiciousness } from '../../../../src/localizer/pure/ranking/suspiciousness';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const words = ['basket', 'price', 'total', 'order', 'ship', 'rate', 'stock', 'count', 'label', 'print'];
const name = (at: number) =>
	`${words[at % 10]}_${words[Math.floor(at / 10) % 10]}${at < 100 ? '' : `_${words[at % 7]}`}`;
/** 200 files with 50 functions each, one in four of them in a class. */
const texts = Object.fromEntries(
	Array.from({ length: 200 }, (_, file) => [
		`${words[file % 9]}/${name(file)}${file}.py`,
		Array.from({ length: 50 }, (_, at) => {
			const [each, other] = [name((file * 7 + at) % 700), name((file + at * 3) % 700)];
			return at % 4 === 0
				? `class C${at}:\n    def ${each}(self):\n        return ${other}()\n`
				: `def ${each}${at}(${words[at % 10]}):\n    return ${other}() + ${words[(at * 3) % 10]}\n`;
		}).join('\n'),
	]),
);
const body = `The total price of a basket is wrong

After \`basket_price\` the stock count is not printed on the label.

Traceback (most recent call last):
  File "price/price_basket1.py", line 5, in basket_stock
ValueError: no rate
`;

async function ranked(called: readonly { readonly file: string; readonly line: number }[] = []) {
	const workspace = await memoryWorkspace(texts);
	const issue: Issue = { title: 'The total price of a basket is wrong', body, source: { kind: 'text' } };
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'r');
	await log.emit(rootNode, { type: 'runStarted', runId: 'r', issue, engine: 'embedded', workspace: [], version: '' });
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	const found: (readonly [Ranked, Suspiciousness])[] = [];
	await locateEmbedded(log, rootNode, workspace, { called, onRanked: (...each) => found.push(each) });
	const [located] = found;
	assert.ok(located !== undefined);
	return { code: located[0], model: located[1].model, locations: log.run.selected.locations };
}

describe('ranked code', () => {
	it('has contributions that add up to the score of each of 10,000 functions', async () => {
		const { code, model } = await ranked();
		assert.equal(model.nFunctions, 10_000);
		let nCandidates = 0;
		for (let at = 0; at < model.nFunctions; at++) {
			const sum = code.contributionsOf(at).reduce((total, { score }) => total + score, 0);
			const score = code.scoreOf(at);
			nCandidates += score === undefined ? 0 : 1;
			assert.ok(Math.abs(sum - (score ?? 0)) < 1e-9);
		}
		assert.ok(nCandidates > 500 && nCandidates <= 1000, `${nCandidates} candidates`);
	});

	it('orders candidates by their scores and their likelihood, and everything else after them', async () => {
		const { code } = await ranked();
		const order = [...code.scores.functions.keys()].sort(
			(a, b) => (code.scores.functions[b] ?? 0) - (code.scores.functions[a] ?? 0),
		);
		const scores = order.flatMap(at => code.scoreOf(at) ?? []);
		assert.deepEqual(
			scores,
			scores.toSorted((a, b) => b - a),
		);
		const nCandidates = scores.length;
		assert.ok(order.slice(0, nCandidates).every(at => code.scoreOf(at) !== undefined));
		const likelihoods = order.slice(0, nCandidates).map(at => code.likelihoodOf(at));
		assert.ok(likelihoods.every((each, at) => each <= (likelihoods[at - 1] ?? 1) + 1e-12 && each >= 0));
	});

	it('counts what ran in the same sum', async () => {
		const file = Object.keys(texts).find(path => path.endsWith('57.py')) ?? '';
		const [without, withRan] = [await ranked(), await ranked([{ file, line: 5 }])];
		const at = withRan.model.functionAt(file, 5);
		assert.ok(at >= 0);
		assert.ok(withRan.code.contributionsOf(at).some(({ feature, score }) => feature === 'ran' && score > 0));
		assert.ok((withRan.code.likelihoodOf(at) ?? 0) > without.code.likelihoodOf(at));
	});

	it('shows at each location what its likelihood follows from', async () => {
		const { code, model, locations } = await ranked();
		for (const { file, startLine, contributions = [], likelihood, evidence } of locations) {
			const at = model.functionAt(file, startLine);
			const sum = contributions.reduce((total, { score }) => total + score, 0);
			assert.ok(Math.abs(sum - (code.scoreOf(at) ?? Number.NaN)) < 1e-9);
			assert.ok(Math.abs((likelihood ?? -1) - code.likelihoodOf(at)) < 1e-3);
			const named = contributions.find(({ text }) => text === 'Names that the issue writes');
			assert.equal(named?.issueLine, evidence.find(({ kind }) => kind === 'name')?.issueLine);
		}
		assert.ok(locations.length > 0);
	});
});
