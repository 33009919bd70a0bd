/**
 * SHA-256 of JSON data in its canonical form, as 64 hexadecimal digits: the order of an object's keys makes no
 * difference, and a key whose value is undefined counts as absent.
 */
export async function contentHash(data: unknown): Promise<string> {
	const bytes = new TextEncoder().encode(canonicalJson(data));
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
	return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}

function canonicalJson(data: unknown): string {
	return JSON.stringify(data, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}
