import { readdir } from 'node:fs/promises';

/** The ids of all processes where the system shows them as files (Linux); elsewhere none. */
export async function listProcesses(): Promise<number[]> {
	const names = await readdir('/proc').catch((): string[] => []);
	return names.filter(name => /^\d+$/.test(name)).map(Number);
}
