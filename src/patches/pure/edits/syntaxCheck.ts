import type { Workspace } from '../../../history/pure/workspace';
import type { LineRange } from '../../../runs/pure/model/symbol';
import { type Draft, draftText } from './draft';

/** The syntax errors of a draft; none for a file in a language that is not known. */
export async function draftErrors({ languages, parser }: Workspace, draft: Draft): Promise<readonly LineRange[]> {
	const text = draft.isDeleted ? '' : draftText(draft);
	const language = languages.of(draft.path, text);
	return language === undefined || text === '' ? [] : parser.syntaxErrors(language, text);
}

/**
 * Errors that edits introduced, as line ranges of the new text. A file may keep the errors it had: errors are new if
 * there are more than before, or if they are on new lines and fewer errors disappeared with old lines.
 */
export async function newErrors(workspace: Workspace, before: Draft, after: Draft): Promise<readonly LineRange[]> {
	const [old, now] = [await draftErrors(workspace, before), await draftErrors(workspace, after)];
	if (now.length === 0) {
		return [];
	}
	const kept = new Set(after.lines.flatMap(({ line }) => line ?? []));
	const gone = old.filter(({ startLine }) => !kept.has(startLine));
	const fresh = now.filter(error => isFresh(after, error));
	if (now.length <= old.length && fresh.length <= gone.length) {
		return [];
	}
	return fresh.length > 0 ? fresh : now;
}

function isFresh({ lines }: Draft, { startLine, endLine }: LineRange): boolean {
	return lines.slice(startLine - 1, endLine).some(({ line }) => line === undefined);
}
