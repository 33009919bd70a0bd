import type { Workspace } from '../../../history/pure/workspace';
import { hunksBetween } from '../../../runs/pure/diff/hunksBetween';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import { type CodeSymbol, isCallable, qualifiedName } from '../../../runs/pure/model/symbol';

/** The functions that a patch changes, as locations of the bug; lines if a change is in no function. */
export function changedLocations(
	files: readonly PatchedFile[],
	{ index }: Pick<Workspace, 'index'>,
	node: string,
): readonly BugLocation[] {
	const found = new Map<string, BugLocation>();
	for (const { path, before, after = '' } of files) {
		for (const { baseline } of before === undefined ? [] : hunksBetween(before, after)) {
			const { startLine, nLines } = baseline;
			const symbol = index.enclosing(path, startLine).findLast(isCallable);
			const lines = { startLine, endLine: startLine + Math.max(0, nLines - 1) };
			const location = locationOf(path, symbol ?? lines, node);
			found.set(location.id, location);
		}
	}
	return [...found.values()];
}

function locationOf(
	file: string,
	place: CodeSymbol | Pick<CodeSymbol, 'startLine' | 'endLine'>,
	node: string,
): BugLocation {
	const { startLine, endLine } = place;
	const evidence = [{ kind: 'model', text: 'The patch changes it.', node }] as const;
	const common = { file, startLine, endLine, intendedBehavior: '', score: 1, evidence };
	if (!('name' in place)) {
		return { id: `${file}#L${startLine}-${endLine}`, ...common };
	}
	const { name, container } = place;
	const own = { method: name, ...(container !== '' && { class: container }) };
	return { id: `${file}#${qualifiedName(place)}`, ...common, ...own };
}
