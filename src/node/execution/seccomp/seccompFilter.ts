import filters from './filters.json';

/**
 * The calls of the kernel that a sandbox refuses, as bubblewrap reads them: `refusedCalls.json` lists them, and
 * `assemble.mjs` makes this program of them. Undefined for machines without one: it has one for x64 and arm64.
 */
export function seccompFilter(): Uint8Array | undefined {
	const text = (filters as Readonly<Record<string, string>>)[process.arch];
	return text === undefined ? undefined : Buffer.from(text, 'base64');
}
