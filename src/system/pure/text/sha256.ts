/** SHA-256 of a text in UTF-8, as 64 hexadecimal digits. */
export async function sha256(text: string): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
	return Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
}
