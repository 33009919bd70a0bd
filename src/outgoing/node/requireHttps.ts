import { UserError } from '../../system/pure/errors/userError';

/**
 * Throws `UserError` for an address whose answer could be read and changed in transit. Local addresses are allowed.
 * `instead` continues "use the https address".
 */
export function requireHttps(address: string, instead: string): void {
	const { protocol } = new URL(address);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(address))) {
		throw new UserError(`Refusing plain http for ${address}: use the https address${instead}.`);
	}
}

export function isLoopback(address: string): boolean {
	return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(address).hostname);
}
