import type { Issue } from '../../../model/issue';
import type { Run } from '../../../model/run';

/**
 * The issue as the model reads it: without HTML comments, which hold a form's instructions; its code keeps its
 * indentation. What the person made of it before the run counts instead.
 */
export function issueAsSent({ brief }: Pick<Run, 'brief'>, { title, body }: Issue): string {
	const text = brief?.edited ?? body;
	const whole = text.includes(title) ? text : `${title}\n\n${text}`;
	return whole
		.replaceAll(/<!--[\s\S]*?-->/g, '')
		.replaceAll(/[ \t]+$/gm, '')
		.replaceAll(/\n{3,}/g, '\n\n')
		.trim();
}
