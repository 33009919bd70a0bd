import type { Sought } from './fit';

/**
 * An edit as it was written, and as it may have been meant: without empty lines at its ends, without fences, without the
 * line numbers of the text it was copied from, and with `&lt;` and the like as characters. Each at most once.
 */
export function soughtVariants(original: string, patched: string): Sought[] {
	const written: Sought = { original: linesOf(original), patched: linesOf(patched) };
	const bare = both(written, withoutFence);
	const trimmed = both(bare, withoutBlankEnds);
	const unnumbered = isNumbered(trimmed.original) ? both(trimmed, withoutNumbers) : trimmed;
	const unescaped = both(unnumbered, lines => lines.map(withoutEntities));
	const variants = [written, trimmed, unnumbered, unescaped];
	return variants.filter((variant, at) => variants.findIndex(other => isSame(other, variant)) === at);
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split(/\r?\n/);
}

function both({ original, patched }: Sought, change: (lines: readonly string[]) => readonly string[]): Sought {
	return { original: change(original), patched: change(patched) };
}

function isSame(a: Sought, b: Sought): boolean {
	return a.original.join('\n') === b.original.join('\n') && a.patched.join('\n') === b.patched.join('\n');
}

function withoutFence(lines: readonly string[]): readonly string[] {
	const inner = withoutBlankEnds(lines);
	const isFenced = inner.length >= 2 && /^\s*```/.test(inner[0] ?? '') && /^\s*```\s*$/.test(inner.at(-1) ?? '');
	return isFenced ? inner.slice(1, -1) : lines;
}

export function withoutBlankEnds(lines: readonly string[]): readonly string[] {
	const isText = (line: string) => line.trim() !== '';
	const first = lines.findIndex(isText);
	return first < 0 ? [] : lines.slice(first, lines.findLastIndex(isText) + 1);
}

const numberInFront = /^[ \t]*(\d+)(?:[ \t]*[|:→] ?|[ \t]|$)/;

/** Every line has a number, each one more than the last. */
function isNumbered(lines: readonly string[]): boolean {
	const numbers = lines.map(line => numberInFront.exec(line)?.[1]);
	return (
		lines.length > 0 && numbers.every((each, at) => each !== undefined && Number(each) === Number(numbers[0]) + at)
	);
}

function withoutNumbers(lines: readonly string[]): readonly string[] {
	return lines.map(line => line.replace(numberInFront, ''));
}

function withoutEntities(line: string): string {
	const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
	return line.replaceAll(/&(lt|gt|quot|#39|amp);/g, (whole, name: string) => characters[name] ?? whole);
}
