import type { LineRange } from '../../../model/symbol';
import type { Workspace } from '../../../workspace';
import { type Draft, draftText } from './draft';

/** The syntax errors of a draft; none for a file in a language that is not known. */
export async function draftErrors({ languages, parser }: Workspace, draft: Draft): Promise<readonly LineRange[]> {
	const text = draft.isDeleted ? '' : draftText(draft);
	const language = languages.of(draft.path, text);
	return language === undefined || text === '' ? [] : parser.syntaxErrors(language, text);
}

/**
 * Errors that edits brought into a file, as ranges of its new lines. A file that had errors before may keep them: new is
 * what there is more of, and what stands on new lines unless as many errors went with the old ones.
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
