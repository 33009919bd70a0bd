import { isVaried, looksChosen, looksRandom } from './secrets/randomness';
import table from './secrets/tokenForms.json';

/** A text as it may leave the machine, and what was removed from it. */
export interface CleanText {
	readonly text: string;
	/** In text order. */
	readonly found: readonly FoundSecret[];
}

export interface FoundSecret {
	/** User-facing: `GitHub token`. */
	readonly kind: string;
	/** Line of the given text where it starts. */
	readonly line: number;
}

/**
 * Replaces keys, tokens and passwords by `[removed: KIND]`. Takes time proportional to the text, whatever its content.
 * A precaution, not a guarantee: a secret that looks like a word stays, and so does the middle of a key without its
 * markers.
 */
export function withoutSecrets(text: string): CleanText {
	const spans = disjoint([
		...privateKeySpans(text),
		...tokenSpans(text),
		...credentialSpans(text),
		...assignedSpans(text),
	]);
	const pieces: string[] = [];
	const found: FoundSecret[] = [];
	let [at, line] = [0, 1];
	for (const { kind, start, end } of spans) {
		pieces.push(text.slice(at, start), `[removed: ${kind}]`);
		line += lineEnds(text, at, start);
		found.push({ kind, line });
		line += lineEnds(text, start, end);
		at = end;
	}
	return { text: spans.length === 0 ? text : pieces.join('') + text.slice(at), found };
}

/** Merges overlapping spans; the kind is that of the first given span among those that start first. */
function disjoint(spans: readonly SecretSpan[]): SecretSpan[] {
	const merged: SecretSpan[] = [];
	for (const span of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last !== undefined && span.start < last.end) {
			merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) };
		} else {
			merged.push(span);
		}
	}
	return merged;
}

function lineEnds(text: string, start: number, end: number): number {
	let nEnds = 0;
	for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
		nEnds++;
	}
	return nEnds;
}

/** Tokens recognizable by their first characters. */
function tokenSpans(text: string): SecretSpan[] {
	return table.forms
		.filter(({ starts }) => starts.some(start => text.includes(start)))
		.flatMap(form => spansOf(form, text));
}

type TokenForm = (typeof table.forms)[number];

/**
 * Linear for every input: a start is followed by one run of one alphabet. A run that is too short costs at most the
 * minimum length, and one that is long enough is consumed.
 */
function spansOf({ kind, starts, alphabet, minLength, isExact }: TokenForm, text: string): SecretSpan[] {
	const characters = `[${alphabets.get(alphabet)}]`;
	const run = isExact ? `${characters}{${minLength}}(?!${characters})` : `${characters}{${minLength},}`;
	const form = new RegExp(`${wordStart}(?:${starts.map(literal).join('|')})(${run})`, 'g');
	return [...text.matchAll(form)]
		.filter(([, drawn = '']) => isVaried(drawn))
		.map(({ 0: { length }, index }) => ({ kind, start: index, end: index + length }));
}

/** Not inside a word, but directly after an escaped line end or tab. */
const wordStart = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrt]))';
const alphabets: ReadonlyMap<string, string> = new Map(Object.entries(table.alphabets));

function literal(text: string): string {
	return text.replace(/[^\w]/g, '\\$&');
}

/**
 * JSON web tokens, passwords in addresses (`postgres://user:password@host`), and the credentials in `Authorization`
 * headers.
 */
function credentialSpans(text: string): SecretSpan[] {
	return [...webTokenSpans(text), ...addressSpans(text), ...headerSpans(text)];
}

/** Header and claims are JSON objects in base 64. Linear: a run of such characters is entered only at its start. */
const webToken = /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}/g;

function webTokenSpans(text: string): SecretSpan[] {
	return [...text.matchAll(webToken)].map(({ 0: whole, index }) => ({
		kind: 'JSON web token',
		start: index,
		end: index + whole.length,
	}));
}

/** Linear: no part contains a slash, and every address starts with two. */
const address = /:\/\/([^\s/?:@"'`<>\\]*):([^\s/?"'`<>\\]{4,})@([\w.-]+)/g;

function addressSpans(text: string): SecretSpan[] {
	return [...text.matchAll(address)].flatMap(({ 1: user = '', 2: password = '', 3: host = '', index }) => {
		const start = index + '://'.length + user.length + 1;
		return password !== user && isAddressSecret(password, host)
			? [{ kind: 'password in an address', start, end: start + password.length }]
			: [];
	});
}

/** On localhost or in a private network, a plain word is not a secret. */
function isAddressSecret(password: string, host: string): boolean {
	const isReserved = /(?:^|\.)(?:example(?:\.\w+)?|test|invalid)$/i.test(host);
	if (isReserved || isPlaceholder(password) || /^pass|^[A-Z_]+$|[{}$%]/.test(password)) {
		return false;
	}
	const isNear = !/\.[a-z]/i.test(host.slice(host.search(/[a-z]/i) + 1)) || /\.local(?:host|domain)?$/i.test(host);
	return looksRandom(password) || looksChosen(password) || (!isNear && password.length >= 6);
}

const header =
	/(?:authorization["'`\]]{0,2}\s{0,4}[:=,]\s{0,4}["'`]?\s?(?:basic|bearer|token)|\bbearer)\s{1,4}([\w.~+/-]{8,}={0,2})/gi;

function headerSpans(text: string): SecretSpan[] {
	return [...text.matchAll(header)].flatMap(({ 0: whole, 1: value = '', index }) => {
		const end = index + whole.length;
		const isSecret = /basic\s+\S+$/i.test(whole) ? isUserAndPassword(value) : looksRandom(value);
		return isSecret && !isPlaceholder(value) ? [{ kind: 'authorization', start: end - value.length, end }] : [];
	});
}

/** Whether a value is `user:password` in base 64. */
function isUserAndPassword(value: string): boolean {
	const digits = value.replace(/(?<!=)=+$/, '');
	return /^[A-Za-z0-9+/]+$/.test(digits) && digits.length % 4 !== 1 && atob(digits).includes(':');
}

/**
 * Blocks of private keys in PEM or PGP form, also as one line with escaped line ends, with line numbers or as quoted
 * pieces. A truncated block is matched as far as it goes. A marker with no key in or after it, as in code that looks
 * for one, stays.
 */
function privateKeySpans(text: string): SecretSpan[] {
	const markers = [...text.matchAll(marker)];
	return markers.flatMap((found, at) => {
		const [whole, side] = found;
		const [end, next] = [found.index + whole.length, markers[at + 1]];
		if (side === 'BEGIN') {
			const body = text.slice(end, next?.index);
			const length = next?.[1] === 'END' && isKeyText(body) ? body.length + next[0].length : keyLinesLength(body);
			return length === 0 ? [] : [{ kind, start: found.index, end: end + length }];
		}
		const before = markers[at - 1];
		const from = before === undefined ? 0 : before.index + before[0].length;
		const length = keyTailLength(text.slice(from, found.index));
		return length === 0 ? [] : [{ kind, start: found.index - length, end }];
	});
}

const kind = 'private key';
const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** This many characters of base 64 in a row are not a word. The shortest keys have 64. */
const keyRun = /[A-Za-z0-9+/]{40,}/g;

/** Whether most of a text is a key. */
function isKeyText(text: string): boolean {
	const nKey = (text.match(keyRun) ?? []).join('').length;
	return nKey > 0 && nKey * 2 > text.replace(/\s|\\[nr]/g, '').length;
}

/** How far the lines after a first marker belong to a key: up to the last one that is mostly key. */
function keyLinesLength(text: string): number {
	let [length, at] = [0, 0];
	for (const line of text.split(/(?<=\n)/)) {
		at += line.length;
		if (isKeyText(line)) {
			length = at - (line.length - line.trimEnd().length);
		} else if (length > 0 || !isHeader(line)) {
			break;
		}
	}
	return length;
}

/** The number of characters before a last marker that belong to a key: full lines and a last short one. */
function keyTailLength(text: string): number {
	const lines = text.split(/(?<=\n)/).reverse();
	let [length, at] = [0, 0];
	for (const [nth, line] of lines.entries()) {
		at += line.length;
		if (isKeyText(line)) {
			length = at;
		} else if (nth > 2) {
			break;
		}
	}
	return length;
}

/** What may be between a marker and the key: nothing, or `Proc-Type: 4,ENCRYPTED`. */
function isHeader(line: string): boolean {
	return /^[^A-Za-z]*(?:[A-Z][A-Za-z-]{2,20}: .*)?$/.test(line.trimEnd());
}

/**
 * Literal values assigned to names that suggest a secret: in code, settings, environment files, connection strings,
 * markup. Only the value is the secret. It has to look like one: random; or, for names like `password`, long or of
 * several kinds of characters.
 */
function assignedSpans(text: string): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const next = new RegExp(assignment, 'dgi');
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		const assigned = assignedOf(text, found);
		if (assigned === undefined || !isSecret(assigned)) {
			// The value may itself contain a name and a value.
			next.lastIndex = found.indices?.[3]?.[0] ?? next.lastIndex;
			continue;
		}
		const { start, value } = assigned;
		spans.push({ kind: kindOf(assigned.name), start, end: start + value.length });
	}
	return spans;
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
/** After the name: the end of a key in quotes or brackets, a type, and the assignment sign. */
const assigns = `\\\\?["'\`\\]]{0,2}\\s{0,4}(?::\\s{0,4}[&?]?[\\w.|]{1,30}\\s{0,4}=|=>|:=|[=!]==?|=|:|>|(?<=["'\`]\\s{0,4}),)\\s{0,4}`;
/**
 * Linear for every input: every part but the values is bounded, and no two values share a character, as no value
 * contains assignment signs or quotes. A replacement of a secret is not a name.
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

/** The position of a secret in a text, in code units; `end` is exclusive. */
interface SecretSpan {
	/** User-facing: `GitHub token`. */
	readonly kind: string;
	readonly start: number;
	readonly end: number;
}

/**
 * Whether a value is a placeholder for a secret: a variable to be filled in, a blank, or a text that calls itself an
 * example.
 */
function isPlaceholder(value: string): boolean {
	return variable.test(value) || blank.test(value) || exampleWord.test(value);
}

/** `${TOKEN}`, `{{ token }}`, `{token}`, `%(token)s`, `%s`, `<token>`, `$TOKEN`, `[token]`. */
const variable = /[$#@]\{|\{\{|\{\w{0,40}\}|%\(\w|^%[a-z]$|^<[^<>]{1,60}>?$|^\$\(|^\$\w+$|^%\w+%$|^\[[^[\]]{1,60}\]$/i;
const blank = /\*{3}|\.{3}|…|x{4}|0{8}|-{4}|_{4}/i;
const exampleWord =
	/example|sample|dummy|fake|placeholder|change[-_]?(?:me|this|it)|replace|redacted|removed|insert|your[-_]?\w|test|insecure|password|passwd|secret|mock|abcdef|12345/i;
