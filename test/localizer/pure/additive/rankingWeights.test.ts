import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { contributionTexts, reasonOf, reasons } from '../../../../src/localizer/pure/additive/contributionTexts';
import { rankingWeights, withHistory } from '../../../../src/localizer/pure/additive/rankingWeights';
import { queryClasses } from '../../../../src/localizer/pure/features/queryClass';
import { featureNames } from '../features/featureNames';

const { likelihood, history, provenance } = rankingWeights;
const both = withHistory(rankingWeights);

describe('the weights that are shipped', () => {
	it('are of features that are computed, each once: no word and no path is among them', async () => {
		const known = await featureNames();
		for (const [model, names] of [
			[both.functions, known.functions],
			[both.files, known.files],
		] as const) {
			const named = model.map(({ name }) => name);
			assert.equal(new Set(named).size, named.length);
			assert.deepEqual(
				named.filter(name => !names.has(name)),
				[],
			);
		}
	});

	it('are numbers: a table for each kind of issue, over ascending values', () => {
		for (const { name, knots, weights } of [...both.functions, ...both.files]) {
			assert.ok(knots.length > 0 && knots.every((knot, at) => at === 0 || knot > (knots[at - 1] ?? 0)), name);
			for (const query of queryClasses) {
				assert.equal(weights[query].length, knots.length + 1, name);
				assert.ok(weights[query].every(Number.isFinite), name);
			}
		}
	});

	it('have a likelihood that never falls', () => {
		for (const { shares, likelihoods } of [likelihood, history.likelihood]) {
			assert.ok(shares.length > 3 && shares.length === likelihoods.length);
			assert.ok(shares.every((share, at) => at === 0 || share > (shares[at - 1] ?? 0)));
			assert.ok(likelihoods.every((each, at) => each >= (likelihoods[at - 1] ?? 0) && each <= 1));
		}
	});

	it('are small, and say what they were learnt from', () => {
		const file = join(process.cwd(), 'src', 'localizer', 'pure', 'additive', 'rankingWeights.json');
		assert.ok(statSync(file).size <= 300 * 1024);
		assert.ok(Number(provenance.pairs) >= 4000 && Number(provenance.repositories) >= 20);
	});

	it('are in words for users, whatever the feature', () => {
		const all = both.functions.map(({ name }) => ({ feature: name, score: 1 }));
		const texts = contributionTexts(all, []);
		assert.equal(
			texts.reduce((sum, { score }) => sum + score, 0),
			all.length,
		);
		assert.ok(texts.length > 8 && texts.every(({ text }) => /^[A-Z][A-Za-z ]+$/.test(text)));
	});

	it('have a reason for each feature that is computed, and no reason names another one', async () => {
		const { functions } = await featureNames();
		const computed = [...functions, ...both.functions.map(({ name }) => name)];
		for (const name of computed) {
			assert.doesNotThrow(() => reasonOf(name), name);
		}
		const stems = new Set(computed.flatMap(name => [name, name.split(': ')[0] ?? '']));
		const others = reasons.flatMap(({ features }) => features).filter(name => !stems.has(name));
		const unlearnt = ['order of the trace', 'ran', 'near a frame', 'frames of the trace first', 'is a text'];
		assert.deepEqual(others, unlearnt, 'proofs and constants, which have no weights');
		assert.throws(() => reasonOf('colour: rank'), /has no reason/);
	});
});
