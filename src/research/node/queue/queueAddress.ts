import { isLoopback } from '../../../outgoing/node/requireHttps';
import { UserError } from '../../../system/pure/errors/userError';

/** A server of Redis. */
export interface QueueAddress {
	readonly host: string;
	readonly port: number;
	/** The number of the database. */
	readonly db: number;
	readonly username?: string;
	readonly password?: string;
	readonly isEncrypted: boolean;
	/** For users, without user and password: `rediss://queue.example:6380`. */
	readonly shown: string;
}

/** The variable with the password: on the command line, other users of the machine could read it. */
export const passwordVariable = 'FAULTLINE_QUEUE_PASSWORD';

const usualPort = 6379;

/**
 * Parses `redis://HOST[:PORT][/DATABASE]`, or `rediss://` for TLS. Throws `UserError`, without repeating the address, for
 * one that is invalid or contains a password, and for one without TLS that leaves the machine.
 */
export function queueAddress(text: string, env: Readonly<Record<string, string | undefined>>): QueueAddress {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const [, db] = /^\/?(\d{0,4})$/.exec(url?.pathname ?? '-') ?? [];
	const isKnown = url !== undefined && /^rediss?:$/.test(url.protocol) && url.hostname !== '';
	if (!isKnown || db === undefined || url.search !== '' || url.hash !== '') {
		throw new UserError(
			'The address of the queue is not valid. It looks like redis://localhost:6379 or rediss://queue.example:6380.',
		);
	}
	if (url.password !== '') {
		throw new UserError(
			`The address of the queue contains a password, which others on this machine can read: set ${passwordVariable} instead.`,
		);
	}
	const isEncrypted = url.protocol === 'rediss:';
	const shown = `${url.protocol}//${url.host}${db === '' ? '' : `/${db}`}`;
	if (!isEncrypted && !isLoopback(text)) {
		throw new UserError(
			`Refusing ${shown}, as issues would cross the network unencrypted: use a rediss:// address, with TLS.`,
		);
	}
	const password = env[passwordVariable];
	return {
		host: url.hostname.replace(/^\[|\]$/g, ''),
		...{ port: url.port === '' ? usualPort : Number(url.port), db: Number(db), isEncrypted, shown },
		...(url.username !== '' && { username: decodeURIComponent(url.username) }),
		...(password !== undefined && password !== '' && { password }),
	};
}
