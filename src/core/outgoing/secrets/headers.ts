import { isPlaceholder } from './placeholder';
import { looksRandom } from './randomness';
import type { SecretSpan } from './secretSpan';

/** The value of a header is followed so far, in characters: one of more is not a header. */
const header =
	/(?:(?<![\w-])x-[\w-]{0,30}(?:auth|session|token|key|secret|csrf|xsrf|sign)[\w-]{0,20}|authorization|cookie\d?)["'`\]]{0,2}(?:\s{0,4}[:=,]\s{0,4}["'`]?|\s{1,4}["'])([^\n"'`]{1,4000})/gi;
/** `AWS4-HMAC-SHA256` */
const algorithm = /^[A-Z]{2,8}\d?(?:-[A-Z]{2,8}\d{0,3}){1,3}$/;
const value = /[\w.~+/%-]{16,}={0,2}/g;

/** Random values in the headers that carry them: cookies, `Authorization` in any of its forms, `X-Auth-Token`. */
export function headerSpans(text: string): SecretSpan[] {
	return [...text.matchAll(header)].flatMap(({ 0: whole, 1: rest = '', index }) => {
		const from = index + whole.length - rest.length;
		return [...rest.matchAll(value)]
			.filter(([each]) => looksRandom(each) && !isPlaceholder(each) && !algorithm.test(each))
			.map(({ 0: each, index: at }) => ({
				kind: /^cookie/i.test(whole) ? 'cookie' : 'authorization',
				start: from + at,
				end: from + at + each.length,
			}));
	});
}
