import { shownEvidence } from '../../../runs/pure/fold/shownEvidence';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { HiddenFiles } from './aiIgnore';

/**
 * Returns the evidence for a location as a model may see it. A run of the command line saw hidden files too: evidence
 * that rests on one, or names one, is left out.
 */
export function visibleEvidence(location: BugLocation, hidden: HiddenFiles): string[] {
	return shownEvidence(location)
		.filter(({ codeLine }) => codeLine === undefined || hidden.hides(codeLine.file) === undefined)
		.map(({ text }) => text)
		.filter(text => namesNoHidden(text, hidden));
}

/** Whether no word of a text is the path of a hidden file. */
export function namesNoHidden(text: string, hidden: HiddenFiles): boolean {
	return text.split(/[\s()[\]"'`,;:]+/).every(word => hidden.hides(word) === undefined);
}
