/**
 * Parts of names that suggest a secret, in any case. `pass` and `pw` are too short to be found within words:
 * `isNameAt` requires that they are a word of their own.
 */
export const secretNames =
	'passw(?:or)?d|passphrase|pwd|secret|token|credential|mnemonic|securestring|identified\\s{1,4}by|(?:db|user|root|ssh|bind|auth|admin|mail|smtp|ftp|require|store)p(?:ass|w)(?![a-z])|p(?:ass|w|sk)(?![a-z])|masterauth|(?:admin|api|access|account|app|auth|consumer|encryption|hmac|license|master|private|secret|service|session|shared|signing|storage|webhook)[_-]?key';

/** Whether a header, parameter or variable is named as a secret. */
export function namesSecret(name: string): boolean {
	return secretName.test(name);
}

const secretName = new RegExp(`${secretNames}|authorization|cookie|signature|(?:^|[-_])key$`, 'i');

/** Whether the match of `secretNames` at a position is one of these names, and not the name of something public. */
export function isNameAt(text: string, at: number, name: string): boolean {
	const before = text.slice(Math.max(0, at - 10), at);
	if (/public[_-]?(?:key)?$/i.test(before)) {
		return false;
	}
	return !/^p(?:ass|w)$/i.test(name) || !/[a-z]$/i.test(before) || (/[a-z]$/.test(before) && /^[A-Z]/.test(name));
}

/** Whether a value of this name may be chosen by a human. */
export function isPasswordName(name: string): boolean {
	return /p(?:ass|w)|psk|mnemonic|auth$|securestring|identified/i.test(name);
}

/** User-facing: `password`. */
export function kindOf(name: string): string {
	return isPasswordName(name) ? 'password' : /key$/i.test(name) ? 'key' : name.toLowerCase();
}
