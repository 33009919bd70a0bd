import { counted } from '../../../system/pure/text/counted';
import type { Redaction } from './redactedTexts';

const verbs: Readonly<Record<Redaction['how'], string>> = {
	removed: 'Removed',
	replaced: 'Replaced',
	leftOut: 'Left out',
};

/** `Removed: GitHub token, 2 times (issue, answers of tools)`. A line each. */
export function redactionLines(redactions: readonly Redaction[]): string[] {
	return redactions.map(
		({ how, what, n, where }) => `${verbs[how]}: ${what}, ${n === 1 ? 'once' : `${n} times`} (${where.join(', ')})`,
	);
}

/** `2 removed, 5 replaced, 1 left out`; undefined if the export has everything. */
export function redactionCounts(redactions: readonly Redaction[]): string | undefined {
	const counts = Object.entries(verbs).flatMap(([how, verb]) => {
		const n = redactions.filter(each => each.how === how).reduce((sum, each) => sum + each.n, 0);
		return n === 0 ? [] : [`${counted(n, 'text', 'texts')} ${verb.toLowerCase()}`];
	});
	return counts.length === 0 ? undefined : counts.join(', ');
}
