import { isPlaceholder } from './placeholder';
import { looksChosen, looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/**
 * Literal values given to names that promise a secret: in code, settings, environment files, connection strings, markup.
 * Only the value is the secret. It has to look like one: drawn at random; or, given to just `password` or the like, long
 * or of several kinds of characters.
 */
export function assignedSpans(text: string): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const next = new RegExp(assignment, 'dgi');
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		const assigned = assignedOf(text, found);
		if (assigned === undefined || !isSecret(assigned)) {
			// What was taken for the value may hold a name and a value itself.
			next.lastIndex = found.indices?.[3]?.[0] ?? next.lastIndex;
			continue;
		}
		const { start, value } = assigned;
		spans.push({ kind: kindOf(assigned.name), start, end: start + value.length });
	}
	return spans;
}

interface Assigned {
	/** From the word that promises a secret: `secret`, `api_key`. */
	readonly name: string;
	/** The rest of the name. */
	readonly suffix: string;
	readonly isQuoted: boolean;
	readonly value: string;
	readonly start: number;
}

const names =
	'passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|account|auth|encryption|private|shared|signing|storage)[_-]?key';
/** After the name: the end of a key in quotes or brackets, a type, and what assigns. */
const assigns = `\\\\?["'\`\\]]{0,2}\\s{0,4}(?::\\s{0,4}[&?]?[\\w.|]{1,30}\\s{0,4}=|=>|:=|[=!]==?|=|:|>|(?<=["'\`]\\s{0,4}),)\\s{0,4}`;
/**
 * Linear however the text looks: every part but the values is bounded, and no two values share a character, as what
 * assigns and what quotes stands in none of them. What was put for a secret is no name.
 */
const assignment = `(?<!\\[removed: [\\w ]{0,30})(${names})([\\w-]{0,30})${assigns}(?:\\\\?["'\`]([^\\s"'\`\\\\]{8,})|([^\\s"'\`\\\\;,&<>=:(){}|[\\]]{8,}={0,2}))`;

function assignedOf(text: string, found: RegExpExecArray): Assigned | undefined {
	const [, name = '', suffix = '', quoted, bare] = found;
	const value = quoted ?? bare ?? '';
	const end = found.index + found[0].length;
	const after = text.slice(end, end + 2);
	const isWhole = quoted === undefined ? /^(?:$|[\s"'`\\;,&<])/.test(after) : /^\\?["'`]/.test(after);
	return isWhole ? { name, suffix, isQuoted: quoted !== undefined, value, start: end - value.length } : undefined;
}

function isSecret({ name, suffix, isQuoted, value }: Assigned): boolean {
	if (isPlaceholder(value) || /^(?:[a-z]{1,10}:\/\/|urn:)/i.test(value)) {
		return false;
	}
	if (looksRandom(value)) {
		return true;
	}
	const isPassword = /^pass|^pwd/i.test(name) && suffix === '';
	return isPassword && looksChosen(value) && (isQuoted || /[!@#$%^*?+~]/.test(value));
}

function kindOf(name: string): string {
	return /^pass|^pwd/i.test(name) ? 'password' : /key$/i.test(name) ? 'key' : name.toLowerCase();
}
