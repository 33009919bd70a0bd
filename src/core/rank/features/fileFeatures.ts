import { bestFirst, placesIn } from '../rankFusion';
import { bestInFiles } from '../suspiciousnessScores';
import type { FeatureGround } from './featureGround';
import { FeatureTable } from './featureTable';
import { addFileNameFeatures } from './nameFeatures';

const firsts = [1, 10, 50];

/** What the ranking of files rests on besides their functions, for some of them. */
export function fileFeatures(ground: FeatureGround, positions: readonly number[]): FeatureTable {
	const { model, lists, scores } = ground;
	const features = new FeatureTable(positions);
	features.addPlaces(placesIn({ name: 'fusion', scores: scores.files }, positions));
	for (const list of lists.files) {
		features.addPlaces(placesIn(list, positions));
	}
	features.addPlaces(placesIn({ name: 'best function', scores: bestInFiles(model, scores.functions) }, positions));
	for (const limit of firsts) {
		const counts = new Map<number, number>();
		for (const at of bestFirst(scores.functions, limit)) {
			const file = model.fileOf[at] ?? 0;
			counts.set(file, (counts.get(file) ?? 0) + 1);
		}
		features.add(`functions in the first ${limit}`, at => Math.log2(1 + (counts.get(at) ?? 0)));
	}
	addFileNameFeatures(features, ground);
	return features;
}
