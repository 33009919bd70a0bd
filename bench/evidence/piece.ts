import type { BugLocation, Evidence } from '../../src/runs/pure/model/location';
import { type CodeReading, escaped } from './codeReading';

export interface PieceLines {
	readonly issueLine: string | undefined;
	readonly codeLine: string | undefined;
}

export interface Piece {
	readonly evidence: Evidence;
	readonly location: BugLocation;
	readonly lines: PieceLines;
}

export interface AuditSources {
	readonly code: CodeReading;
	/** By lines. */
	readonly issue: readonly string[];
}

export function hasWord(line: string, word: string): boolean {
	return new RegExp(`(?<![\\w$])${escaped(word)}(?![\\w$])`).test(line);
}

/** The words of a line and of the names in it, in small letters, with a blank around each. */
export function words(line: string): string {
	const apart = line
		.replaceAll(/([\p{Ll}\p{Lo}\p{N}])(\p{Lu})/gu, '$1 $2')
		.replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.toLowerCase();
	return ` ${(apart.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
}
