import { isPlaceholder, withoutFillers } from './placeholder';
import { isUnmistakable, looksChosen, looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/**
 * JSON web tokens, passwords and tokens in addresses (`postgres://user:password@host`), the credentials in
 * `Authorization` headers, in `.netrc`, `.npmrc` and Docker's configuration.
 */
export function credentialSpans(text: string): SecretSpan[] {
	return [
		...webTokenSpans(text),
		...addressSpans(text),
		...addressTokenSpans(text),
		...headerSpans(text),
		...basicAuthSpans(text),
		...netrcSpans(text),
	];
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
	const isNear = !/\.[a-z]/i.test(host.slice(host.search(/[a-z]/i) + 1)) || /\.local(?:host|domain)?$/i.test(host);
	if (isReserved || /^[Pp]ass|^[A-Z_]+$|[{}$]|%(?![\dA-Fa-f]{2})/.test(password)) {
		return false;
	}
	if (!isNear && withoutFillers(password).length >= 6) {
		return !isPlaceholder(withoutFillers(password));
	}
	return !isPlaceholder(password) && (looksRandom(password) || looksChosen(password));
}

/** A token as the user of an address: `https://TOKEN@host`. */
const addressToken = /:\/\/([\w.~-]{20,200})@[\w.-]/g;

function addressTokenSpans(text: string): SecretSpan[] {
	return [...text.matchAll(addressToken)]
		.filter(([, token = '']) => looksRandom(token) && !isPlaceholder(token))
		.map(({ 1: token = '', index }) => {
			const start = index + '://'.length;
			return { kind: 'token in an address', start, end: start + token.length };
		});
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

/** The value of a header is followed so far, in characters: one of more is not a header. */
const sessionHeader =
	/(?:(?<![\w-])x-[\w-]{0,30}(?:auth|session|token|key|secret|csrf|xsrf|sign)[\w-]{0,20}|authorization|cookie\d?)["'`\]]{0,2}(?:\s{0,4}[:=,]\s{0,4}["'`]?|\s{1,4}["'])([^\n"'`]{1,4000})/gi;
/** `AWS4-HMAC-SHA256` */
const algorithm = /^[A-Z]{2,8}\d?(?:-[A-Z]{2,8}\d{0,3}){1,3}$/;
const headerValue = /[\w.~+/%-]{16,}={0,2}/g;

/** Random values in the headers that carry them: cookies, `Authorization` in any of its forms, `X-Auth-Token`. */
export function sessionSpans(text: string): SecretSpan[] {
	return [...text.matchAll(sessionHeader)].flatMap(({ 0: whole, 1: rest = '', index }) => {
		const from = index + whole.length - rest.length;
		return [...rest.matchAll(headerValue)]
			.filter(([each]) => looksRandom(each) && !isPlaceholder(each) && !algorithm.test(each))
			.map(({ 0: each, index: at }) => ({
				kind: /^cookie/i.test(whole) ? 'cookie' : 'authorization',
				start: from + at,
				end: from + at + each.length,
			}));
	});
}

/** Whether a value is `user:password` in base 64. */
function isUserAndPassword(value: string): boolean {
	const digits = value.replace(/(?<!=)=+$/, '');
	return (
		/^[A-Za-z0-9+/]+$/.test(digits) &&
		digits.length % 4 !== 1 &&
		/^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]+$/.test(atob(digits))
	);
}

/** `auth` of Docker's configuration, `_auth` of `.npmrc`: `user:password` in base 64. */
const basicAuth = /(?<![A-Za-z])_?auth["']?\s{0,4}[:=]\s{0,4}["']?([A-Za-z0-9+/]{8,400}={0,2})/g;

function basicAuthSpans(text: string): SecretSpan[] {
	return [...text.matchAll(basicAuth)].flatMap(({ 0: whole, 1: value = '', index }) => {
		const end = index + whole.length;
		return isUserAndPassword(value) ? [{ kind: 'authorization', start: end - value.length, end }] : [];
	});
}

/** `login user password ...` in `.netrc`, on one line or two. */
const netrcPassword = /\blogin\s{1,4}\S{1,100}\s{1,20}password\s{1,4}(\S{4,200})/g;

function netrcSpans(text: string): SecretSpan[] {
	return [...text.matchAll(netrcPassword)].flatMap(({ 0: whole, 1: password = '', index }) => {
		const end = index + whole.length;
		const isReal = !isPlaceholder(password) && !/^[Pp]ass|^[A-Z_]+$/.test(password);
		return isReal ? [{ kind: 'password', start: end - password.length, end }] : [];
	});
}

/** A literal that is nothing but a long random text, whatever name it has. */
const randomLiteral = /(?<=["'`])[A-Za-z0-9]{32,60}(?=["'`])/g;

export function literalSpans(text: string): SecretSpan[] {
	return [...text.matchAll(randomLiteral)]
		.filter(([value]) => isUnmistakable(value) && !isPlaceholder(value))
		.map(({ 0: { length }, index }) => ({ kind: 'random text', start: index, end: index + length }));
}
