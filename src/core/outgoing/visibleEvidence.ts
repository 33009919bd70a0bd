import type { BugLocation } from '../model/location';
import { shownEvidence } from '../model/run/shownEvidence';
import type { HiddenFiles } from './aiIgnore';

/**
 * The evidence for a location as a model may see it. A run of the command line saw hidden files too: what rests on one,
 * or names one, is left out.
 */
export function visibleEvidence(location: BugLocation, hidden: HiddenFiles): string[] {
	const isVisible = (file: string) => hidden.hides(file) === undefined;
	return shownEvidence(location)
		.filter(({ codeLine }) => codeLine === undefined || isVisible(codeLine.file))
		.map(({ text }) => text)
		.filter(text => text.split(/[\s()[\]"'`,;:]+/).every(isVisible));
}
