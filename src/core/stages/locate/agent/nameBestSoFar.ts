import { rootNode } from '../../../model/run';
import type { ModelSearch } from './modelSearch';

/** Ends a search that was not finished: with what the model named last, else with what the embedded localizer found. */
export async function nameBestSoFar({ log, suspects, embedded }: ModelSearch, why: string): Promise<void> {
	const isNamed = log.run.locations.length > 0;
	const whose = isNamed
		? 'These are the places the model named last; it still wanted to see more.'
		: 'The model named no place: these are those of the embedded localizer.';
	await log.emit(rootNode, { type: 'noted', text: `${why} ${whose}` });
	if (!isNamed) {
		await suspects.name(rootNode, embedded.locations, { provisional: true });
	}
}
