import { assignedSpans } from './assignedValues';
import { credentialSpans, literalSpans, sessionSpans } from './credentials';
import { callSpans, flagSpans } from './logins';
import { plainLines } from './plainLines';
import { privateKeySpans } from './privateKeys';
import type { SecretSpan } from './secretSpan';
import { tokenSpans } from './tokenForms';

/** Returns every secret in a text, recognized by its form or by the name it is assigned to; spans may overlap. */
export function secretSpans(text: string): SecretSpan[] {
	const plain = plainLines(text);
	const disguised = plain === undefined ? [] : spansIn(plain.text).map(plain.spanInOriginal);
	return [...spansIn(text), ...disguised];
}

function spansIn(text: string): SecretSpan[] {
	return [
		...privateKeySpans(text),
		...tokenSpans(text),
		...credentialSpans(text),
		...flagSpans(text),
		...callSpans(text),
		...assignedSpans(text),
		...sessionSpans(text),
		...literalSpans(text),
	];
}
