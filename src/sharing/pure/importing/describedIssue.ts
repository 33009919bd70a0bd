import type { Issue } from '../../../runs/pure/model/issue';
import { issueFromText } from '../../../runs/pure/model/issueFromText';

/** How the instructions of these tools enclose the issue. */
const marks = [
	['<pr_description>', '</pr_description>'],
	['\nISSUE:\n', '\nINSTRUCTIONS:\n'],
] as const;

/**
 * The issue in an agent's instructions: the text enclosed by marks, else the whole text. `file`: the name of the run's
 * file.
 */
export function describedIssue(instructions: string, file: string): Issue {
	const source = { kind: 'file', ref: file } as const;
	const text = enclosed(instructions) ?? instructions;
	return issueFromText(text, source) ?? { title: file, body: text, source };
}

function enclosed(text: string): string | undefined {
	for (const [open, close] of marks) {
		const start = text.indexOf(open);
		if (start !== -1) {
			const rest = text.slice(start + open.length);
			return rest.split(close, 1)[0]?.trim();
		}
	}
	return undefined;
}
