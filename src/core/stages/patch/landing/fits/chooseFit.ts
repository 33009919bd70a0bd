import type { CodeSymbol } from '../../../../model/symbol';
import type { Draft } from '../draft';
import { type EditHints, speaksOf } from '../editHints';
import type { Fit } from './fit';

export interface Choice {
	readonly draft: Draft;
	readonly fits: readonly Fit[];
	readonly hints: EditHints;
	readonly nearLine?: number;
	readonly symbols: readonly CodeSymbol[];
}

/**
 * Of several places the one that is meant, by what is known beside the text: the line number of a diff, the places the
 * model was told to look at, the function or class it speaks of. All of them where none of this decides.
 */
export function chooseFit(choice: Choice): readonly Fit[] {
	const { fits, hints } = choice;
	const rules = [
		(fit: Fit) => isNearest(choice, fit),
		(fit: Fit) => isInPlace(choice, fit),
		(fit: Fit) => innermost(choice, fit).some(name => speaksOf(hints.prose, name)),
		(fit: Fit) => aroundOf(choice, fit).some(name => speaksOf(hints.prose, name)),
	];
	for (const rule of rules) {
		const chosen = fits.filter(rule);
		if (chosen.length === 1) {
			return chosen;
		}
	}
	return fits;
}

/** Diffs of models have wrong numbers: the nearest place counts only where it is much nearer than any other. */
function isNearest({ draft, fits, nearLine }: Choice, fit: Fit): boolean {
	if (nearLine === undefined) {
		return false;
	}
	const distance = (each: Fit) => Math.abs(originLine(draft, each.start) - nearLine);
	const others = fits.filter(each => each !== fit).map(distance);
	return others.every(other => distance(fit) * 2 < other);
}

/** Where a line stood before any edit; for a new one, where the line before it did. */
export function originLine({ lines }: Draft, index: number): number {
	for (let at = Math.min(index, lines.length - 1); at >= 0; at--) {
		const line = lines[at]?.line;
		if (line !== undefined) {
			return line;
		}
	}
	return 1;
}

function isInPlace({ draft, hints }: Choice, fit: Fit): boolean {
	const line = originLine(draft, fit.start);
	return hints.places.some(
		({ file, startLine, endLine }) => file === draft.path && startLine <= line && line <= endLine,
	);
}

/** Names of all that a place lies in. */
function aroundOf({ symbols }: Choice, fit: Fit): string[] {
	const start = fit.changed?.[0] ?? fit.start;
	return symbols.filter(each => each.startLine - 1 <= start && start < each.endLine).map(({ name }) => name);
}

function innermost(choice: Choice, fit: Fit): string[] {
	return aroundOf(choice, fit).slice(-1);
}
