import { isPlaceholder, withoutFillers } from './placeholder';
import { isPhrase, looksChosen, looksDrawn, looksHex, looksPersonal, looksRandom } from './randomness';
import { isNameAt, isPasswordName, kindOf, secretNames } from './secretNames';
import type { SecretSpan } from './secretSpan';

/**
 * Literal values given to names that suggest a secret: assigned in code, settings, environment files, connection
 * strings and markup; the default of a variable; the argument of a function; after a flag. Only the value is the
 * secret. It has to look like one: random; or, for names like `password`, long or of several kinds of characters.
 */
export function assignedSpans(text: string): SecretSpan[] {
	const spans: SecretSpan[] = [];
	const next = new RegExp(namePattern, 'gi');
	for (let found = next.exec(text); found !== null; found = next.exec(text)) {
		const span = isNameAt(text, found.index, found[0]) ? spanAfter(text, found.index, found[0]) : undefined;
		if (span !== undefined) {
			spans.push(span);
			next.lastIndex = span.end;
		}
	}
	return [...spans, ...environmentSpans(text)];
}

/** A replacement of a secret is not a name. */
const namePattern = `(?<!\\[removed: [\\w ]{0,30})(?:${secretNames})`;

function spanAfter(text: string, index: number, name: string): SecretSpan | undefined {
	const suffix = matchAt(/[\w-]{0,30}/y, text, index + name.length)?.[0] ?? '';
	const at = index + name.length + suffix.length;
	const before = text.slice(Math.max(0, index - 40), index);
	const isOrdinary = ordinarySuffix.test(suffix);
	if (!isOrdinary && shortName.test(name)) {
		return undefined;
	}
	for (const [how, between] of betweens) {
		const found = matchAt(between, text, at);
		const value =
			found === undefined || !isBetween(how, found[0], before) ? undefined : valueAt(text, at + found[0].length, how);
		if (value !== undefined && isSecret(value, { name, how, isOrdinary, isFlag: flagBefore.test(before) })) {
			// A longer one is followed to its end only now, so that text made of names is not gone through again and again.
			const { start, text: whole } = value;
			const end = start + whole.length + (whole.length < longestBare ? 0 : restLength(text, start + whole.length));
			return { kind: kindOf(name), start, end };
		}
	}
	return undefined;
}

/** Names that are parts of many others, such as `TLS_PSK_WITH_NULL_SHA`. */
const shortName = /^(?:pass|pw|psk)$/i;
const flagBefore = /(?:^|[\s"'`[])--?[\w-]{0,30}$/;

function isBetween(how: How, between: string, before: string): boolean {
	return how === 'default' ? /\$\{[\w.-]{0,36}$/.test(before) : how !== 'literal' || operator.test(between);
}

/** `password_2`, `pass_`, `passwordConfirmation` are passwords; `passwordLabel` is not. */
const ordinarySuffix = /^(?:_?\d{0,2}_?|_?confirm(?:ation)?)$/i;

type How = 'assigned' | 'default' | 'literal' | 'spaced';

/** Patterns of the text between a name and its value. Every part is bounded. */
const betweens: readonly (readonly [How, RegExp])[] = [
	/** `${NAME:-value}`, `${NAME:value}`. */
	['default', /:[-=?]?(?:\{\w{1,20}\})?/y],
	/**
	 * The end of a key in quotes or brackets, a type, and the assignment sign; or, if the name is itself a value, the key
	 * of its value: `name="password" value="..."`.
	 */
	[
		'assigned',
		/\\?["'`\]]{0,2}(?:\s{0,4}(?::\s{0,4}[&?]?[\w.|]{1,30}\s{0,4}=|=>|:{1,3}=|[=!]==?|[?.]?=|:|>|\|\||\?\?|(?<=["'`]\s{0,4}),)|,?\s{1,20}["']?value["']?\s{0,4}[:=])\*{0,2}\s{0,20}/y,
	],
	/** The next literal of the statement: `getenv("PASSWORD") or "..."`, `setPassword("...")`, `PASSWORD '...'`. */
	[
		'literal',
		/(?:\\?["'`](?!\s{1,20}[\w:@-]{1,30}=)\]?\s{0,4},?)?[^"'`\\\n;,{}<>]{0,60}(?:(?<=\()["'][\w.]{1,40}["'],\s{0,4}(?:default=)?)?/y,
	],
	/** `--password ...`, `requirepass ...`, `The password is ...`. */
	['spaced', /[ \t]{1,8}(?:is[ \t]|![a-z]{1,20}[ \t])?/y],
];

/** Code between a name and a literal, rather than prose. */
const operator = /[(=,|?:]|^\\?["'`]?\s*(?:or\s+|is\s+)?$/;

interface Value {
	readonly text: string;
	readonly start: number;
	readonly isQuoted: boolean;
	/** The two characters after it, and after the quote that ends it. */
	readonly after: string;
}

const quotedValue = /\\?["'`](?:\{\w{1,20}\})?([a-z]{3,9}(?: [a-z]{3,9}){3,23}|[^\s"'`\\]{6,400})\\?(["'`])?/y;
const bareValue = /[^\s"'`\\;,&<>=:(){}|[\]][^\s"'`\\;,&<>:(){}|[\]]{5,119}/y;
const defaultValue = /[^\s"'`\\{}]{6,400}(?=\})/y;
const barePhrase = /[a-z]{3,9}(?: [a-z]{3,9}){3,23}(?=\r?$)/my;

function valueAt(text: string, at: number, how: How): Value | undefined {
	const quoted = matchAt(quotedValue, text, at);
	if (quoted !== undefined) {
		const [whole, value = '', quote] = quoted;
		const start = at + whole.lastIndexOf(value);
		const isWhole = quote !== undefined || value.length >= longestMatch;
		return isWhole
			? { text: value, start, isQuoted: true, after: text.slice(at + whole.length, at + whole.length + 2) }
			: undefined;
	}
	if (how === 'literal') {
		return undefined;
	}
	const bare = matchAt(barePhrase, text, at) ?? matchAt(how === 'default' ? defaultValue : bareValue, text, at);
	if (bare === undefined) {
		return undefined;
	}
	const [value] = bare;
	const after = text.slice(at + value.length, at + value.length + 2);
	const isWhole = how === 'default' || /^(?:$|[\s"'`\\;,&<])/.test(after) || value.length >= longestBare;
	return isWhole ? { text: value, start: at, isQuoted: how === 'default', after } : undefined;
}

interface Naming {
	readonly name: string;
	readonly how: How;
	/** Whether nothing after the name makes it one of something else. */
	readonly isOrdinary: boolean;
	readonly isFlag: boolean;
}

function isSecret(value: Value, { name, how, isOrdinary, isFlag }: Naming): boolean {
	const { text, isQuoted } = value;
	const isOther = isPlaceholder(text) || address.test(text) || (how === 'literal' && code.test(text));
	if (isOther || (how === 'spaced' && (!isOrdinary || text.startsWith('-') || (/^pass$/i.test(name) && !isFlag)))) {
		return false;
	}
	const isPassword = isOrdinary && isPasswordName(name);
	if (text.includes(' ')) {
		return isPassword && isPhrase(text) && (isQuoted || /phrase|mnemonic/i.test(name));
	}
	const isRandom = looksRandom(text) || looksDrawn(text) || ((isQuoted || how === 'assigned') && looksHex(text));
	return (
		isRandom || (isPassword && !path.test(text) && (isQuoted || isFlag ? looksChosen(text) : isBareSecret(value, how)))
	);
}

/** Without quotes, a value has to look more like a password, as it may be code. */
function isBareSecret({ text, after }: Value, how: How): boolean {
	const isSettled = /^(?:$|[\s&"'`\\])/.test(after);
	const isSigned = /[!@#$%^*?+~]/.test(text) && looksChosen(text);
	return (isSigned && (isSettled || how !== 'spaced')) || (isSettled && looksPersonal(text));
}

const address = /^(?:[a-z]{1,10}:\/\/|urn:|arn:)/i;
/** Code rather than a value: `user.password`; an e-mail address. */
const path = /^[~.@*&]{0,2}[A-Za-z_]\w{0,40}\.[A-Za-z_]|^\*[A-Za-z]+$|^[\w.+-]{1,60}@[\w-]{1,40}\.[a-z]|^[.~]?\//;
/** Common literals of a call that are not passwords, and the text between literals. */
const code = /^[#.[]|\/|=(?!=?$)|[:(),;{}<>]|%[a-z]|\$[a-z_]{2}/i;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
	pattern.lastIndex = at;
	return pattern.exec(text) ?? undefined;
}

/** A password that is a plain word, in a file of environment variables. */
const environmentPassword =
	/^[ \t-]{0,12}(?:export |ENV |ARG |set )?[A-Z][A-Z0-9_]{0,40}(?:PASS(?:WORD|WD)?|_PW|_PWD)(?:=|: )([\w.-]{6,40})[ \t\r]*$/gm;

function environmentSpans(text: string): SecretSpan[] {
	return [...text.matchAll(environmentPassword)]
		.filter(([, value = '']) => !isPlaceholder(value) && withoutFillers(value).length >= 6)
		.filter(([, value = '']) => !isPlaceholder(withoutFillers(value)))
		.map(({ 0: whole, 1: value = '', index }) => {
			const start = index + whole.lastIndexOf(value);
			return { kind: 'password', start, end: start + value.length };
		});
}

/**
 * The longest part of a value that the patterns match, in characters; names may follow each other in one without
 * quotes.
 */
const longestMatch = 400;
const longestBare = 120;

function restLength(text: string, from: number): number {
	return matchAt(/[^\s"'`\\;,&<>(){}|[\]]*/y, text, from)?.[0].length ?? 0;
}
