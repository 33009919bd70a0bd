import { UserError } from '../../core/util/userError';

/** Throws `UserError` for an address whose answer could be read and changed in transit. Local addresses are allowed. */
export function requireHttps(address: string): void {
	const { protocol, hostname } = new URL(address);
	const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
		throw new UserError(`Refusing plain http for ${address}: use the https address, or give the issue's text.`);
	}
}
