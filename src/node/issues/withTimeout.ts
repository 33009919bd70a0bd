const timeoutMs = 30_000;

/** Aborts with the signal, and when a server takes too long. */
export function withTimeout(signal: AbortSignal | undefined): AbortSignal {
	const timeout = AbortSignal.timeout(timeoutMs);
	return signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
}
