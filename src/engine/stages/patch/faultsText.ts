import { joinRemarks } from '../../../models/pure/protocols/joinRemarks';
import type { PatchFaults } from '../../../runs/pure/model/patch';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import faultyReview from './faultyReview.md';
import faultyRun from './faultyRun.md';
import faultyRunAgain from './faultyRunAgain.md';

/** The evidence against a patch: the runs with it, and the faults found. `program` is one that the model has seen. */
export function faultsText(faults: PatchFaults, program: string | undefined): string {
	const { crash = '', tests = '', review } = faults;
	return joinRemarks([
		crash,
		failedRunText(faults, program),
		tests,
		review === undefined ? '' : fillTemplate(faultyReview, { review: tagged('review', review) }),
	]);
}

function failedRunText({ program, output = '' }: PatchFaults, known: string | undefined): string {
	if (program === undefined) {
		return '';
	}
	const shown = { output: tagged('output', output) };
	return program === known
		? fillTemplate(faultyRunAgain, shown)
		: fillTemplate(faultyRun, { ...shown, program: tagged('program', program.trimEnd()) });
}
