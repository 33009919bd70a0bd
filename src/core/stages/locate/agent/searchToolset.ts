import { searchTools } from '../../../tools/searchTools';
import type { Toolset } from '../../../tools/toolset';
import type { NamedPlace } from '../reply/namedPlaces';
import { reportLocations } from '../reply/reportLocations';

/** A search for a bug: it searches the code, and ends by reporting where the bug is. */
export const searchToolset: Toolset<NamedPlace> = {
	tools: searchTools,
	callNoun: { one: 'search', many: 'searches' },
	ending: reportLocations,
};
