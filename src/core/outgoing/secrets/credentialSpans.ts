import { isPlaceholder } from './placeholder';
import { looksChosen, looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/** JSON web tokens, passwords in addresses (`postgres://user:password@host`), and what `Authorization` headers carry. */
export function credentialSpans(text: string): SecretSpan[] {
	return [...webTokenSpans(text), ...addressSpans(text), ...headerSpans(text)];
}

/** Header and claims are JSON objects in base 64. Linear: a run of such characters is entered at its beginning only. */
const webToken = /(?:(?<![\w-])|(?<=\\[nrt]))eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{16,}/g;

function webTokenSpans(text: string): SecretSpan[] {
	return [...text.matchAll(webToken)].map(({ 0: whole, index }) => ({
		kind: 'JSON web token',
		start: index,
		end: index + whole.length,
	}));
}

/** Linear: no part holds a slash, and every address begins with two. */
const address = /:\/\/([^\s/?:@"'`<>\\]*):([^\s/?"'`<>\\]{4,})@([\w.-]+)/g;

function addressSpans(text: string): SecretSpan[] {
	return [...text.matchAll(address)].flatMap(({ 1: user = '', 2: password = '', 3: host = '', index }) => {
		const start = index + '://'.length + user.length + 1;
		return password !== user && isAddressSecret(password, host)
			? [{ kind: 'password in an address', start, end: start + password.length }]
			: [];
	});
}

/** On a host of the development machine or of one's own network, a plain word is no secret. */
function isAddressSecret(password: string, host: string): boolean {
	const isReserved = /(?:^|\.)(?:example(?:\.\w+)?|test|invalid)$/i.test(host);
	if (isReserved || isPlaceholder(password) || /^pass|^[A-Z_]+$|[{}$%]/.test(password)) {
		return false;
	}
	const isNear = !/[a-z].*\.[a-z]/i.test(host) || /\.local(?:host|domain)?$/i.test(host);
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
	const digits = value.replace(/=+$/, '');
	return /^[A-Za-z0-9+/]+$/.test(digits) && digits.length % 4 !== 1 && atob(digits).includes(':');
}
