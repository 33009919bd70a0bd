import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchInstance } from '../support/benchData';

/** A recorded run of AutoCodeRover, as `transcripts/*.json` has it. */
export interface Transcript extends Pick<BenchInstance, 'instance_id' | 'repo' | 'base_commit' | 'test_patch'> {
	readonly problem_statement: string;
	/** The conversation of the search agent, the answers to its last request left out. */
	readonly rounds: readonly RecordedMessage[];
	/** For each answer of the search agent that had to be put as JSON: one thread for each attempt. */
	readonly proxy: readonly { readonly threads: readonly (readonly RecordedMessage[])[] }[];
}

export interface RecordedMessage {
	readonly role: 'system' | 'user' | 'assistant';
	readonly content: string;
}

export function readTranscripts(benchFolder: string): Transcript[] {
	const folder = join(benchFolder, 'transcripts');
	return readdirSync(folder)
		.filter(name => name.endsWith('.json'))
		.sort()
		.map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Transcript);
}

/** The JSON the recorded run ended with. */
export function finalJson({ proxy }: Transcript): string {
	return proxy.at(-1)?.threads.at(-1)?.at(-1)?.content ?? '';
}
