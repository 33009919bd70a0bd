const dayMs = 24 * 60 * 60_000;

/**
 * How long a server asks to wait, in seconds or until a date (RFC 9110, Retry-After); undefined if it states neither.
 */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number | undefined {
	const value = header?.trim() ?? '';
	const isDate = /^[A-Za-z]{3}/.test(value);
	const waitMs = isDate ? Date.parse(value) - nowMs : /^[\d.]+$/.test(value) ? Number(value) * 1000 : Number.NaN;
	return Number.isFinite(waitMs) ? Math.max(0, Math.ceil(waitMs)) : undefined;
}

/** For a sentence: `in 60 s`. No wait is longer than a day. */
export function retryText(waitMs: number | undefined): string {
	return waitMs === undefined || waitMs > dayMs ? 'later' : `in ${Math.ceil(waitMs / 1000)} s`;
}
