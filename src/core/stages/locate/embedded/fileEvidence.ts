import type { Evidence } from '../../../model/location';
import type { Suspicion } from '../../../rank/suspicion';
import { sharedWords } from './sharedWords';
import { sightingEvidence } from './sightingEvidence';

/**
 * What speaks for a function of which the issue itself says nothing: something found in its file, the words of its file,
 * or the tests of it. `node` is the round in which words and tests were weighed.
 */
export function fileEvidence(suspicion: Suspicion, at: number, node: string | undefined): Evidence[] {
	const file = suspicion.model.fileOf[at] ?? -1;
	const path = suspicion.model.files[file];
	const sighted = suspicion.sightings.find(({ places }) => places.some(place => place.file === path));
	if (sighted !== undefined) {
		return [sightingEvidence({ ...sighted, text: `Found in the same file: ${sighted.text}` })];
	}
	const words = sharedWords(suspicion, suspicion.fileDocuments, file);
	const texts = [
		...(words === '' ? [] : [`Stands in a file that shares with the issue: ${words}.`]),
		...(suspicion.isTested(file) ? ['Stands in a file whose tests share words with the issue.'] : []),
	];
	return texts.map(text => ({ kind: 'words', text, ...(node === undefined ? {} : { node }) }));
}
