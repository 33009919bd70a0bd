import { type MineRequest, openParsing, partRepositories, TextFile } from './minePart';
import { readPairs } from './pair';
import { remakePairs } from './remakePairs';

/** Makes the stored pairs of a part again and prints which differ; returns their number. */
export async function checkPairs(request: MineRequest): Promise<number> {
	const repositories = new Set(partRepositories(request).map(({ repo }) => repo));
	const pairs = readPairs(request.pairs, request.part).filter(({ repo }) => repositories.has(repo));
	const texts = new TextFile(request.texts);
	let nDiffering = 0;
	for await (const { pair, made } of remakePairs(pairs, request.repos, openParsing())) {
		if (JSON.stringify(made?.pair) !== JSON.stringify(pair)) {
			nDiffering++;
			console.log(`differs: ${pair.repo} ${pair.commit}${made === undefined ? ' (no pair any more)' : ''}`);
		}
		made && texts.add(made);
	}
	console.log(`${pairs.length - nDiffering} same, ${nDiffering} differ`);
	return nDiffering;
}
