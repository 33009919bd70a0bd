/** How long a server asks to wait, by its headers or by what it says; undefined where it does not say. */
export function waitAsked(headers: Headers | undefined, text: string, nowMs: number): number | undefined {
	return (
		milliseconds(headers?.get('retry-after-ms')) ??
		secondsOrDate(headers?.get('retry-after'), nowMs) ??
		spokenWait(text)
	);
}

function milliseconds(value: string | null | undefined): number | undefined {
	const wait = Number(value ?? Number.NaN);
	return value?.trim() && wait >= 0 ? Math.ceil(wait) : undefined;
}

function secondsOrDate(value: string | null | undefined, nowMs: number): number | undefined {
	if (!value?.trim()) {
		return undefined;
	}
	const seconds = Number(value);
	const waitMs = Number.isNaN(seconds) ? Date.parse(value) - nowMs : seconds * 1000;
	return Number.isNaN(waitMs) ? undefined : Math.max(0, Math.ceil(waitMs));
}

/** `Please try again in 1m30.5s`, `retry in 250ms`. */
function spokenWait(text: string): number | undefined {
	const [, minutes, amount, unit] =
		/\b(?:try again|retry) (?:in|after) (?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?) ?(ms|s))?/i.exec(text) ?? [];
	if (minutes === undefined && amount === undefined) {
		return undefined;
	}
	const lastMs = Number(amount ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000);
	return Math.ceil(Number(minutes ?? 0) * 60_000 + lastMs);
}
