/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
	return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * SHA-256 of JSON data in its canonical form, as 64 hexadecimal digits: the order of an object's keys makes no
 * difference, and a key whose value is undefined counts as absent.
 */
export function contentHash(data: unknown): Promise<string> {
	return sha256(canonicalJson(data));
}

function canonicalJson(data: unknown): string {
	return JSON.stringify(data, (_key, value: unknown) =>
		typeof value === 'object' && value !== null && !Array.isArray(value)
			? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
			: value,
	);
}
