import { withScriptBorders } from '../../../code/pure/index/words/scripts';
import type { MentionedPath } from '../../../runs/pure/model/brief';

const pathLimit = 60;

/**
 * Paths and file names in a text, in order and without repeats: with folders, or with a known extension. For links into
 * a repository, the path after the revision counts. A word of a script without spaces may be a folder or not: both count.
 */
export function mentionedPaths(text: string, isFileName: (text: string) => boolean): MentionedPath[] {
	const found = new Map<string, MentionedPath>();
	for (const match of text.matchAll(
		/(?<![\p{L}\p{N}_@])[\p{L}\p{N}_.~@+-]*(?:[/\\][\p{L}\p{N}_.@+%-]+)*(?:#L?|:)?\d*/gu,
	)) {
		const after = text.slice(match.index + match[0].length, match.index + match[0].length + 20);
		for (const token of new Set([match[0], ...withScriptBorders(match[0]).split(' ')])) {
			const written = readPath(token, after);
			const key = `${written?.path}:${written?.line ?? ''}`;
			if (written !== undefined && isFileName(written.path) && found.size < pathLimit) {
				found.set(key, found.get(key) ?? written);
			}
		}
	}
	return [...found.values()];
}

function readPath(written: string, after: string): MentionedPath | undefined {
	const match = /^(.*?)(?:(?:#L?|:)(\d+))?[:#.]?$/.exec(written.replaceAll('\\', '/'));
	const path =
		match?.[1]?.replace(/^.*\/(?:blob|blame|tree|raw)\/[^/]+\//, '').replace(/^(?:\.{1,2}\/|~\/|\/)+/, '') ?? '';
	const line = match?.[2] ?? /^[:,]? (?:on )?line (\d+)/.exec(after)?.[1];
	return path.length < 4 ? undefined : { path, ...(line === undefined ? {} : { line: Number(line) }) };
}
