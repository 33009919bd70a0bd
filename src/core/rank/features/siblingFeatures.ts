import type { CodeModel } from '../codeModel';
import { bestFirst } from '../rankFusion';
import type { FeatureTable } from './featureTable';

/** How suspicious the functions of the same file and of the same class are. */
export function addSiblingFeatures(features: FeatureTable, model: CodeModel, scores: Float64Array): void {
	const { fileOf, containers } = model;
	const classOf = (at: number) => `${fileOf[at]} ${containers[at]}`;
	addGroup(features, 'same file', { keyOf: at => `${fileOf[at]}`, scores });
	addGroup(features, 'same class', {
		keyOf: at => ((containers[at] ?? 0) === 0 ? undefined : classOf(at)),
		scores,
	});
}

const first = { few: 10, many: 50 };

function addGroup(
	features: FeatureTable,
	name: string,
	{ keyOf, scores }: { readonly keyOf: (at: number) => string | undefined; readonly scores: Float64Array },
): void {
	const groups = new Map<string, number[]>();
	const order = [...features.positions].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
	for (const at of order) {
		const key = keyOf(at);
		if (key !== undefined) {
			groups.set(key, [...(groups.get(key) ?? []), at]);
		}
	}
	const groupOf = (at: number) => groups.get(keyOf(at) ?? '');
	const best = scores.reduce((most, score) => Math.max(most, score), 0);
	features.add(`${name}: rank in it`, at => {
		const group = groupOf(at);
		return group === undefined ? undefined : Math.log2(group.indexOf(at) + 1);
	});
	features.add(`${name}: share of its best`, at => {
		const [leader] = groupOf(at) ?? [];
		return leader === undefined ? undefined : (scores[at] ?? 0) / (scores[leader] ?? 1);
	});
	features.add(`${name}: best other`, at => {
		const [leader, second] = groupOf(at) ?? [];
		const other = leader === at ? second : leader;
		return other === undefined ? undefined : (scores[other] ?? 0) / best;
	});
	for (const limit of [first.few, first.many]) {
		const counts = new Map<string, number>();
		for (const at of bestFirst(scores, limit)) {
			const key = keyOf(at);
			key !== undefined && counts.set(key, (counts.get(key) ?? 0) + 1);
		}
		features.add(`${name}: in the first ${limit}`, at => {
			const key = keyOf(at);
			return key === undefined ? undefined : Math.log2(1 + (counts.get(key) ?? 0));
		});
	}
}
