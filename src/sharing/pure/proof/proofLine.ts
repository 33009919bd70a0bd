/** The parts of a proof record, in the order in which they are verified. */
export const proofParts = [
	...(['tree', 'patch', 'reproducer', 'environment', 'before', 'output before', 'after', 'output after'] as const),
	...(['commands', 'tests before', 'tests after', 'not run', 'result'] as const),
] as const;

export type ProofPart = (typeof proofParts)[number];

/** `notRepeated`: it cannot be repeated here, which says nothing about it. */
export type ProofState = 'holds' | 'differs' | 'notRepeated';

/** The outcome for one part of a record, after it was executed again. */
export interface ProofLine {
	readonly part: ProofPart;
	readonly state: ProofState;
	/** As a phrase. */
	readonly text: string;
}

/** Whether all that can be repeated holds, for these files and this patch. */
export function isVerified(lines: readonly ProofLine[]): boolean {
	const holds = (part: ProofPart) => lines.some(line => line.part === part && line.state === 'holds');
	return holds('tree') && holds('patch') && lines.every(({ state }) => state !== 'differs');
}
