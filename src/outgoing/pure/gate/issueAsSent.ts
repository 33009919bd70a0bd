import type { Run } from '../../../runs/pure/fold/run';
import { pathTo, resultOf } from '../../../runs/pure/fold/runTree';
import type { Issue } from '../../../runs/pure/model/issue';
import { issueFromText } from '../../../runs/pure/model/issueFromText';
import type { BugLocation } from '../../../runs/pure/model/location';
import { withoutComments } from '../../../system/pure/text/withoutComments';
import type { OutgoingGate } from './outgoingGate';

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

/**
 * Returns the issue as it may reach a model: without the text that the user or the gate removed. The same object if
 * nothing was removed.
 */
export function agreedIssue(issue: Issue, edited: string | undefined, gate: OutgoingGate): Issue {
	if (edited !== undefined) {
		const { text } = gate.clean(edited);
		return issueFromText(text, issue.source) ?? { title: '', body: text, source: issue.source };
	}
	const [title, body] = [gate.clean(issue.title), gate.clean(issue.body)];
	return title.found.length + body.found.length === 0 ? issue : { ...issue, title: title.text, body: body.text };
}

/**
 * Returns the locations of a node as a model may read them. Locations found before the user edited the issue quote the
 * original: only quotations that the edited issue contains are kept.
 */
export function agreedLocations(run: Run, node: string): readonly BugLocation[] {
	const { locations } = resultOf(run, node);
	const namedAt = pathTo(run, node).findLast(({ named }) => named !== undefined);
	if (run.brief?.edited === undefined || namedAt === undefined || namedAt.requests.length > 0) {
		return locations;
	}
	const agreed = inOneLine(issueAsSent(run));
	const isAgreed = (quoted: string) => agreed.includes(inOneLine(quoted));
	return locations.map(({ fromIssue, ...location }) => ({
		...location,
		...(isAgreed(location.intendedBehavior) ? {} : { intendedBehavior: '' }),
		...(fromIssue !== undefined && isAgreed(fromIssue) && { fromIssue }),
	}));
}

function inOneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
