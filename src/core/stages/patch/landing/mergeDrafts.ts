import type { Draft, DraftLine } from './draft';

/**
 * Brings two drafts of one file together, line by line as diff3 does: where only one of them has changed something, that
 * counts; where both have, they must have made the same of it. Undefined where they have not.
 */
export function mergeDrafts(base: Draft, ours: Draft, theirs: Draft): Draft | undefined {
	const inTheirs = new Set(theirs.lines.map(({ line }) => line));
	const shared = ours.lines.filter(({ line }) => line !== undefined && inTheirs.has(line));
	const numbers = new Set(shared.map(({ line }) => line));
	const [baseParts, ourParts, theirParts] = [base, ours, theirs].map(({ lines }) => partsBetween(lines, numbers));
	const lines: DraftLine[] = [];
	for (const [at, ourPart] of (ourParts ?? []).entries()) {
		const part = mergeParts(baseParts?.[at] ?? [], ourPart, theirParts?.[at] ?? []);
		if (part === undefined) {
			return undefined;
		}
		lines.push(...part, ...shared.slice(at, at + 1));
	}
	return { ...ours, lines };
}

/** What stands in front of, between and behind the lines with some numbers. */
function partsBetween(lines: readonly DraftLine[], numbers: ReadonlySet<number | undefined>): DraftLine[][] {
	const parts: DraftLine[][] = [[]];
	for (const line of lines) {
		if (line.line !== undefined && numbers.has(line.line)) {
			parts.push([]);
		} else {
			parts.at(-1)?.push(line);
		}
	}
	return parts;
}

type Part = readonly DraftLine[];

function mergeParts(base: Part, ours: Part, theirs: Part): Part | undefined {
	if (isSame(base, theirs) || isSame(ours, theirs)) {
		return ours;
	}
	return isSame(base, ours) ? theirs : undefined;
}

function isSame(a: Part, b: Part): boolean {
	return a.length === b.length && a.every(({ text }, at) => text === b[at]?.text);
}
