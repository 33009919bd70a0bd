import { shortened } from '../../../runs/pure/model/shortened';
import { runByText, type Spectrum, type Suspect } from '../../../runs/pure/model/testing/spectrum';
import type { Raised, TracedCall } from './callTrace';
import type { Divergence } from './divergence';
import type { SlicedLine } from './valueSlice';

interface KnownOfSuspect {
	readonly raised?: Raised | undefined;
	readonly divergence?: Divergence | undefined;
	/** The line of it that made a value. */
	readonly made?: SlicedLine | undefined;
	/** A call that returned what no recorded test that passes lets it return. */
	readonly unusual?: Pick<TracedCall, 'end'> | undefined;
	readonly suspect?: Suspect | undefined;
	readonly spectrum?: Spectrum | undefined;
	/** How many recorded tests pass, and how many of these execute it. */
	readonly nPassing: number;
	readonly nOthers: number;
}

const longest = 60;

/** What a failing run shows of a function, in sentences for users: what makes it suspicious first, where it raised last. */
export function suspectTexts(known: KnownOfSuspect): readonly string[] {
	const { raised, divergence, made, unusual, suspect, spectrum, nPassing, nOthers } = known;
	return [
		...(divergence === undefined ? [] : [differsText(divergence)]),
		...(unusual?.end?.result === undefined || divergence?.kind === 'result'
			? []
			: [`Returned ${shortened(unusual.end.result, longest)}, as in no test that passes.`]),
		...(made === undefined ? [] : [madeText(made)]),
		...(suspect !== undefined && spectrum !== undefined ? [runByText(suspect, spectrum)] : []),
		...(spectrum === undefined && nPassing > 0
			? [runByText({ nFailing: 1, nPassing: nOthers }, { nFailing: 1, nPassing, per: 'test' })]
			: []),
		...(raised === undefined ? [] : [`Raised here: ${shortened(`${raised.type}: ${raised.text}`, 2 * longest)}.`]),
	];
}

function differsText({ kind, call, other, test, lines }: Divergence): string {
	return kind === 'result'
		? `Ended otherwise here than in ${test}, which passes: ${shortened(outcome(call), longest)}, there ${shortened(outcome(other), longest)}.`
		: `Ran line ${lines[0] ?? call.line}, which it does not in ${test}, which passes.`;
}

/** `returned None`. */
function outcome({ end, raised }: Pick<Divergence['call'], 'end' | 'raised'>): string {
	return end?.result === undefined ? `raised ${raised?.type ?? 'an error'}` : `returned ${end.result}`;
}

/** How a value that the failing line reads was made, or one that it was made of. */
function madeText({ how, line, name = '', value = '', distance, to }: SlicedLine): string {
	const used = distance === 1 ? 'which the failing line reads' : 'of which the failing line reads what was made';
	switch (how) {
		case 'wrote':
			return `Wrote ${name} (line ${line}), ${used}.`;
		case 'returned':
			return `Returned ${shortened(value, longest)} (line ${line}), ${used}.`;
		case 'gave':
			return `Called ${to?.name ?? ''} with ${name} = ${shortened(value, longest)} (line ${line}), ${used}.`;
		default:
			return distance === 1
				? `Its line ${line} decided that the failing line runs.`
				: `Its line ${line} decided what it returned.`;
	}
}
