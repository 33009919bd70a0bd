import type { FeatureGround } from '../ranking/featureGround';
import { placesIn } from '../ranking/rankFusion';
import { addCallFeatures } from './callFeatures';
import { FeatureTable } from './featureTable';
import { addHistoryFeatures } from './historyFeatures';
import { addNameFeatures } from './nameFeatures';
import { addTextFeatures } from './textFeatures';
import { addTraitFeatures } from './traitFeatures';

/** The features for the ranking of functions, for some of them. */
export function functionFeatures(ground: FeatureGround, positions: readonly number[]): FeatureTable {
	const { model, lists, scores, namesInTests } = ground;
	const features = new FeatureTable(positions);
	features.addPlaces(placesIn({ name: 'fusion', scores: scores.functions }, positions));
	for (const list of lists.functions) {
		features.addPlaces(placesIn(list, positions));
	}
	const files = positions.map(at => model.fileOf[at] ?? 0);
	features.addPlaces(placesIn({ name: 'fusion in the file', scores: scores.files }, files));
	for (const list of lists.files) {
		features.addPlaces(placesIn(list, files));
	}
	addNameFeatures(features, ground);
	addTextFeatures(features, ground);
	addCallFeatures(features, ground);
	const inTests = (at: number) => namesInTests.get(model.numbers.text(model.names[at] ?? 0));
	features.add('tests: best with the name', at => inTests(at)?.best);
	features.add('tests: with the name', at => Math.log2(1 + (inTests(at)?.nTests ?? 0)));
	addTraitFeatures(features, model, ground.initializerIn);
	addHistoryFeatures(
		features,
		positions.map(at => model.pathOf(at)),
		ground.history,
	);
	return features;
}
