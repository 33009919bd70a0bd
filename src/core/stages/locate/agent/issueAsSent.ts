import type { Run } from '../../../model/run/run';
import { withoutComments } from '../../../util/withoutComments';

/**
 * The issue as the model reads it: as the user edited it, else without HTML comments, which contain a form's
 * instructions. Code keeps its indentation.
 */
export function issueAsSent({ brief, issue: { title, body } }: Pick<Run, 'brief' | 'issue'>): string {
	if (brief?.edited !== undefined) {
		return brief.edited;
	}
	const whole = body.includes(title) ? body : `${title}\n\n${body}`;
	return withoutComments(whole)
		.replaceAll(/(?<![ \t])[ \t]+$/gm, '')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}
