import { Redis } from 'ioredis';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { passwordVariable, type QueueAddress } from './queueAddress';

export interface RedisConnectionOptions {
	/** For messages to the user, such as that the server does not answer any more. */
	readonly note: (text: string) => void;
	/** Closes it. */
	readonly signal: AbortSignal;
}

const connectMs = 10_000;
/** Longer than a worker waits for the next job. */
const silenceMs = 45_000;
const longestPauseMs = 5_000;

/**
 * Connects to the server of a queue: the one place that opens a connection past `outgoingHttp.ts`. Once connected, it
 * reconnects without a time limit, and commands wait meanwhile. Throws `UserError` if the server cannot be used.
 */
export async function connectRedis(address: QueueAddress, { note, signal }: RedisConnectionOptions): Promise<Redis> {
	const { host, port, db, username, password, isEncrypted, shown } = address;
	let state: 'first' | 'ready' | 'lost' = 'first';
	let lastError: unknown;
	const redis = new Redis({
		...{ host, port, db, lazyConnect: true, connectTimeout: connectMs, socketTimeout: silenceMs, protocol: 2 },
		...(username !== undefined && { username }),
		...(password !== undefined && { password }),
		...(isEncrypted && { tls: {} }),
		maxRetriesPerRequest: null,
		retryStrategy: nTries => (state === 'first' ? null : Math.min(nTries * 200, longestPauseMs)),
	});
	redis.on('error', error => {
		lastError = error;
	});
	redis.on('close', () => {
		if (state === 'ready' && !signal.aborted) {
			state = 'lost';
			note(`The queue at ${shown} does not answer any more: waiting for it.`);
		}
	});
	redis.on('ready', () => {
		if (state === 'lost') {
			note(`The queue at ${shown} answers again.`);
		}
		state = 'ready';
	});
	closeAt(signal, redis);
	try {
		await redis.connect();
		// Some servers accept a connection without a password, and refuse every command.
		if ((await redis.ping()) !== 'PONG') {
			throw new Error('it does not answer as Redis does');
		}
		return redis;
	} catch (error) {
		redis.disconnect();
		throw new UserError(whyUnusable(errorText(lastError ?? error), address), { cause: error });
	}
}

/** With its copies: a worker waits for jobs in one of its own, which would be connected again for ever. */
function closeAt(signal: AbortSignal, redis: Redis): void {
	signal.addEventListener('abort', () => redis.disconnect(), { once: true });
	const duplicate = redis.duplicate.bind(redis);
	redis.duplicate = options => {
		const copy = duplicate(options);
		closeAt(signal, copy);
		return copy;
	};
}

function whyUnusable(reason: string, { shown, password }: QueueAddress): string {
	if (/NOAUTH|WRONGPASS|invalid password|without any password/i.test(reason)) {
		return password === undefined
			? `The queue at ${shown} needs a password: set ${passwordVariable}.`
			: `The queue at ${shown} refuses the password: check ${passwordVariable}, and the user in the address.`;
	}
	if (/certificate|self.signed|SSL|TLS/i.test(reason)) {
		return `The queue at ${shown} has no certificate that this machine trusts (${reason}): for an authority of your own, set NODE_EXTRA_CA_CERTS.`;
	}
	return `The queue at ${shown} cannot be used (${reason}): start it, or correct --queue.`;
}

/** Changes a server needs before it is used for a queue, as sentences. */
export async function serverWarnings(redis: Redis): Promise<readonly string[]> {
	const fields = new Map(
		(await redis.info()).split(/\r?\n/).map(line => {
			const [name = '', ...value] = line.split(':');
			return [name, value.join(':')] as const;
		}),
	);
	const version = fields.get('redis_version') ?? '';
	const policy = fields.get('maxmemory_policy') ?? 'noeviction';
	return [
		...(isOlder(version, oldestVersion)
			? [`The queue's server is Redis ${version}: use ${oldestVersion.join('.')} or newer.`]
			: []),
		...(policy === 'noeviction'
			? []
			: [`The queue's server removes jobs when its memory is full (${policy}): set maxmemory-policy noeviction.`]),
		...(fields.get('aof_enabled') === '0'
			? ["The queue's server has no append file, so it loses jobs when it ends: set appendonly yes."]
			: []),
	];
}

/** The oldest version that BullMQ recommends. */
const oldestVersion = [6, 2] as const;

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
	const [found = 0, foundMinor = 0] = version.split('.').map(Number);
	return found < major || (found === major && foundMinor < minor);
}
