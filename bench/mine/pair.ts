import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readJsonLines } from '../support/benchData';

/** `train`: to learn from; `choose`: to choose by, among what was learnt; `test`: to score, once. */
export const parts = ['test', 'choose', 'train'] as const;
export type Part = (typeof parts)[number];

/** A fix with the hash of the text from which to find it. The text and the code are in the clone. */
export interface Pair {
	/** `owner/name`. */
	readonly repo: string;
	readonly commit: string;
	readonly parent: string;
	readonly language: string;
	/** The first 16 hexadecimal digits of the text's SHA-256: it shows when the text is made otherwise. */
	readonly text: string;
	/** A stack trace, names of code, or neither. */
	readonly kind: 'trace' | 'names' | 'prose';
	/** The text contains the name of a function of the fix, or of its class where that is a constructor. */
	readonly names_symbol: boolean;
	readonly files: readonly string[];
	readonly modules: readonly string[];
	readonly functions: readonly string[];
}

export function textHash(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** bench/pairs/PART.jsonl.gz */
export function pairsFile(folder: string, part: Part): string {
	return join(folder, `${part}.jsonl.gz`);
}

export function readPairs(folder: string, part: Part): Pair[] {
	return readJsonLines<Pair>(pairsFile(folder, part));
}

/** The same pairs are the same bytes. */
export function writePairs(folder: string, part: Part, pairs: readonly Pair[]): void {
	const path = pairsFile(folder, part);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, gzipSync(pairs.map(pair => `${JSON.stringify(pair)}\n`).join(''), { level: 9 }));
}
