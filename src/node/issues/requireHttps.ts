import { UserError } from '../../core/util/userError';

/** Throws `UserError` for an address whose answer anyone on the way could read and change. This machine is no way. */
export function requireHttps(address: string): void {
	const { protocol, hostname } = new URL(address);
	const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
	if (protocol !== 'https:' && !(protocol === 'http:' && isLocal)) {
		throw new UserError(`${address} is not asked, as it is not https. Give its https address, or the issue's text.`);
	}
}
