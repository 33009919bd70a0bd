import { secretSpans } from './secretSpans';
import { withoutSecrets } from './withoutSecrets';

/**
 * Returns the lines of a diff without keys, tokens and passwords. Removed and added lines are each examined as plain
 * text: the signs of a diff would hide a key of several lines. For texts that are shown in part, as the rest of a
 * secret is then no longer recognizable.
 */
export function withoutSecretLines(lines: readonly string[]): readonly string[] {
	const secret = new Map<number, string>();
	for (const sign of ['-', '+']) {
		const numbers = [...lines.keys()].filter(at => isOn(sign, lines[at] ?? ''));
		for (const [at, kind] of linesWithSecrets(numbers.map(number => (lines[number] ?? '').slice(1)))) {
			secret.set(numbers[at] ?? -1, kind);
		}
	}
	return secret.size === 0 ? lines : lines.map((line, at) => withoutSecret(line, secret.get(at)));
}

/** Unchanged lines are on both sides. */
function isOn(sign: string, line: string): boolean {
	return line.startsWith(sign) || line.startsWith(' ');
}

/** Positions of lines, with the kind of a secret that goes beyond each of them; '' for one within the line. */
function linesWithSecrets(lines: readonly string[]): Map<number, string> {
	const found = new Map<number, string>();
	const spans = secretSpans(lines.join('\n')).sort((a, b) => a.start - b.start);
	let [line, lineStart] = [0, 0];
	for (const { kind, start, end } of spans) {
		while (line > 0 && lineStart > start) {
			line--;
			lineStart -= (lines[line] ?? '').length + 1;
		}
		while (line + 1 < lines.length && start > lineStart + (lines[line] ?? '').length) {
			lineStart += (lines[line] ?? '').length + 1;
			line++;
		}
		const isWithin = end <= lineStart + (lines[line] ?? '').length;
		for (let at = line, from = lineStart; at < lines.length && from < end; at++) {
			found.set(at, isWithin ? (found.get(at) ?? '') : kind);
			from += (lines[at] ?? '').length + 1;
		}
	}
	return found;
}

function withoutSecret(line: string, kind: string | undefined): string {
	if (kind === undefined) {
		return line;
	}
	const sign = line.slice(0, 1);
	return kind === '' ? `${sign}${withoutSecrets(line.slice(1)).text}` : `${sign}[removed: ${kind}]`;
}
