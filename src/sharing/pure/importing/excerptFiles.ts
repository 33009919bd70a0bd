import type { FileDiff, Hunk } from '../../../runs/pure/diff/fileDiff';
import { parseDiff } from '../../../runs/pure/diff/parseDiff';
import type { LeftOutFile, PatchedFile, PreparedFiles } from '../../../runs/pure/model/patch';
import { pathParts } from '../../../system/pure/text/pathParts';

/**
 * The files of a patch known only by its diff: both sides contain the lines that it shows, and before each hunk its
 * place. A file whose path leaves the workspace is left out.
 */
export function excerptFiles(diff: string): PreparedFiles {
	const files = new Map<string, PatchedFile>();
	const leftOut: LeftOutFile[] = [];
	for (const each of parseDiff(diff)) {
		const written = each.newPath ?? each.oldPath ?? '';
		const path = insidePath(written);
		if (path === undefined) {
			leftOut.push({ path: written, what: 'outside the workspace' });
		} else if (each.hunks.length === 0) {
			leftOut.push({ path, what: 'changed without text that the diff shows' });
		} else {
			files.set(path, excerpt(path, each));
		}
	}
	return { files: [...files.values()], leftOut };
}

/** A relative path with forward slashes; undefined for one that may lead elsewhere on any system. */
function insidePath(path: string): string | undefined {
	const isForeign = path.startsWith('/') || path.includes('\\') || path.includes('\0') || path.charAt(1) === ':';
	const parts = isForeign ? [] : (pathParts(path) ?? []);
	return parts.length === 0 ? undefined : parts.join('/');
}

function excerpt(path: string, { oldPath, newPath, hunks }: FileDiff): PatchedFile {
	return {
		path,
		...(oldPath !== undefined && { before: side(hunks, '-', newPath !== undefined) }),
		...(newPath !== undefined && { after: side(hunks, '+', oldPath !== undefined) }),
	};
}

/** `isPart`: the file has other lines around the hunks. */
function side(hunks: readonly Hunk[], mark: '-' | '+', isPart: boolean): string {
	return hunks
		.flatMap(({ oldStart, lines }) => [
			...(isPart ? [oldStart === undefined ? '@@' : `@@ line ${oldStart} @@`] : []),
			...lines.filter(line => line.startsWith(mark) || line.startsWith(' ')).map(line => line.slice(1)),
		])
		.map(line => `${line}\n`)
		.join('');
}
