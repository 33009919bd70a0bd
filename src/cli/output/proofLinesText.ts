import type { ProofLine, ProofState } from '../../sharing/pure/proof/proofLine';
import type { FixPredicate } from '../../sharing/pure/proof/statements';
import type { Terminal } from '../terminal';

export interface VerifiedProof {
	readonly lines: readonly ProofLine[];
	readonly isVerified: boolean;
	readonly result: FixPredicate['result'];
}

/** A line for each part of a proof record, and the conclusion. */
export function proofLinesText({ lines, isVerified, result }: VerifiedProof, terminal: Terminal): string {
	const listed = lines.map(({ part, state, text }) => {
		return `${terminal.style(styles[state], names[state].padEnd(12))}  ${part.padEnd(13)}  ${text}`;
	});
	return [...listed, '', terminal.style('bold', conclusion({ lines, isVerified, result }))].join('\n');
}

function conclusion({ lines, isVerified, result }: VerifiedProof): string {
	if (!isVerified) {
		return 'Refused: the record does not hold here.';
	}
	const nLeft = lines.filter(({ state }) => state === 'notRepeated').length;
	const left = nLeft === 0 ? '' : ` ${nLeft === 1 ? '1 part' : `${nLeft} parts`} cannot be repeated here.`;
	return `${result === 'fixed' ? 'The record holds: fixed.' : 'The record holds: not proven.'}${left}`;
}

const names: Readonly<Record<ProofState, string>> = {
	holds: 'holds',
	differs: 'differs',
	notRepeated: 'not repeated',
};

const styles = { holds: 'green', differs: 'red', notRepeated: 'yellow' } as const satisfies Record<ProofState, string>;
