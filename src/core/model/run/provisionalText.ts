import type { Run } from './run';
import { nodesOf } from './runTree';

/** Why the locations of a run that does not search any more are not final; undefined where they are. */
export function provisionalText(run: Pick<Run, 'selected' | 'nodes'>): string | undefined {
	const { isProvisional, isEmbedded } = run.selected;
	if (!isProvisional) {
		return undefined;
	}
	if (isEmbedded !== true) {
		return 'Provisional: the model had not finished';
	}
	const wasAnswered = nodesOf(run).some(({ requests }) => requests.some(({ answer }) => answer !== undefined));
	const why = wasAnswered ? 'the model named no location' : 'the model could not be asked';
	return `Provisional: ${why}; these come from the embedded localizer`;
}
