import type { ProseReport } from '../../../tools/toolset';
import { labelledPlaces } from './labelledPlaces';
import type { NamedPlace } from './namedPlaces';

/**
 * Bug locations in running text: sure of those that are labelled or listed. Beside calls, only what is announced as a bug
 * location is one.
 */
export function proseReport(text: string, hasCalls: boolean): ProseReport<NamedPlace> {
	const { places, isPlain } = labelledPlaces(locationSection(text) ?? (hasCalls ? '' : text));
	return { report: places, isSure: isPlain };
}

/** From the line on that announces where the bug is. */
function locationSection(text: string): string | undefined {
	const match =
		/^[^\n`]*\b(?:bug(?:gy)?[\s_-]*(?:locations?|files?|methods?|places?)|locations? of the bugs?)\b/im.exec(text);
	return match === null ? undefined : text.slice(match.index);
}
