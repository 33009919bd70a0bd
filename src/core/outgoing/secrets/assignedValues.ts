import { isPlaceholder, withoutFillers } from './placeholder';
import { looksChosen, looksDrawn, looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/**
 * Literal values assigned to names that suggest a secret: in code, settings, environment files, connection strings,
 * markup. Only the value is the secret. It has to look like one: random; or, for names like `password`, long or of
 * several kinds of characters.
 */
export function assignedSpans(text: string): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const next = new RegExp(assignment, 'dgi');
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		const assigned = assignedOf(text, found);
		if (assigned === undefined || !isSecret(assigned)) {
			// The value may itself contain a name and a value.
			next.lastIndex = (found.indices?.[3] ?? found.indices?.[4])?.[0] ?? next.lastIndex;
			continue;
		}
		const { start, value } = assigned;
		// A longer one is followed to its end only now, so that text made of names is not gone through again and again.
		const end = start + value.length + (value.length < longestMatch ? 0 : restLength(text, start + value.length));
		spans.push({ kind: kindOf(assigned.name), start, end });
		next.lastIndex = end;
	}
	return [...spans, ...environmentSpans(text)];
}

/** A password that is a plain word, in a file of environment variables. */
const environmentPassword = /^(?:export )?[A-Z][A-Z0-9_]{0,40}PASS(?:WORD|WD)?=([\w.-]{6,40})\r?$/gm;

function environmentSpans(text: string): SecretSpan[] {
	return [...text.matchAll(environmentPassword)]
		.filter(([, value = '']) => withoutFillers(value).length >= 6 && !isPlaceholder(withoutFillers(value)))
		.map(({ 0: whole, 1: value = '', index }) => {
			const start = index + whole.indexOf('=') + 1;
			return { kind: 'password', start, end: start + value.length };
		});
}

/** The longest part of a value that the pattern matches, in characters. */
const longestMatch = 400;

function restLength(text: string, from: number): number {
	const rest = /[^\s"'`\\;,&<>(){}|[\]]*/y;
	rest.lastIndex = from;
	return rest.exec(text)?.[0].length ?? 0;
}

interface Assigned {
	/** From the word that suggests a secret: `secret`, `api_key`. */
	readonly name: string;
	/** The rest of the name. */
	readonly suffix: string;
	readonly isQuoted: boolean;
	readonly value: string;
	readonly start: number;
}

const names =
	'passw(?:or)?d|passphrase|pwd|secret|token|credential|(?:api|access|account|auth|encryption|private|shared|signing|storage)[_-]?key';
/**
 * After the name: the end of a key in quotes or brackets, a type, and the assignment sign; or, where the name is itself
 * a value, the key of its value: `name="password" value="..."`.
 */
const assigns = `\\\\?["'\`\\]]{0,2}(?:\\s{0,4}(?::\\s{0,4}[&?]?[\\w.|]{1,30}\\s{0,4}=|=>|:{1,3}=|[=!]==?|[?.]?=|:|>|\\|\\||\\?\\?|(?<=["'\`]\\s{0,4}),)|,?\\s{1,20}["']?value["']?\\s{0,4}[:=])\\s{0,20}`;
/** Linear for every input, as every part is bounded. A replacement of a secret is not a name. */
const assignment = `(?<!\\[removed: [\\w ]{0,30})(${names})([\\w-]{0,30})${assigns}(?:\\\\?["'\`]([^\\s"'\`\\\\]{8,400})|([^\\s"'\`\\\\;,&<>=:(){}|[\\]][^\\s"'\`\\\\;,&<>:(){}|[\\]]{7,400}))`;

/** Whether a header, parameter or variable is named as a secret. */
export function namesSecret(name: string): boolean {
	return secretName.test(name);
}

const secretName = new RegExp(`${names}|authorization|cookie|signature|(?:^|[-_])key$`, 'i');

function assignedOf(text: string, found: RegExpExecArray): Assigned | undefined {
	const [, name = '', suffix = '', quoted, bare] = found;
	const value = quoted ?? bare ?? '';
	const end = found.index + found[0].length;
	const after = text.slice(end, end + 2);
	const isWhole = quoted === undefined ? /^(?:$|[\s"'`\\;,&<])/.test(after) : /^\\?["'`]/.test(after);
	const isFound = isWhole || value.length >= longestMatch;
	return isFound ? { name, suffix, isQuoted: quoted !== undefined, value, start: end - value.length } : undefined;
}

function isSecret({ name, suffix, isQuoted, value }: Assigned): boolean {
	if (isPlaceholder(value) || /^(?:[a-z]{1,10}:\/\/|urn:)/i.test(value)) {
		return false;
	}
	if (looksRandom(value) || looksDrawn(value)) {
		return true;
	}
	const isPassword = /^pass|^pwd/i.test(name) && suffix === '';
	return isPassword && looksChosen(value) && (isQuoted || (/[!@#$%^*?+~]/.test(value) && !isPath.test(value)));
}

function kindOf(name: string): string {
	return /^pass|^pwd/i.test(name) ? 'password' : /key$/i.test(name) ? 'key' : name.toLowerCase();
}

/** Code rather than a value: `user.password`. */
const isPath = /^[A-Za-z_]\w{0,40}\.[A-Za-z_]/;
