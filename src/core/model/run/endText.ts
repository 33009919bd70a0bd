import { counted } from '../counted';
import type { Run } from './run';
import { fixOf } from './runFix';

/** The result of a run that ended by itself: patches for a fix, locations otherwise. */
export function endText(run: Run): string {
	const { goal, issue, selected } = run;
	const result =
		goal === 'fix'
			? `${counted(fixOf(run).patches.length, 'patch', 'patches')} written`
			: `${counted(selected.locations.length, 'location')} found`;
	return `${result} for "${issue.title}".`;
}
