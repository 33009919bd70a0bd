import { type CodeUnit, ownerName } from '../../../code/pure/calls/codeUnits';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import { bestFirst } from '../ranking/rankFusion';
import type { Suspiciousness } from '../ranking/suspiciousness';
import type { PlannedCall } from './plannedCall';
import type { PlannedRound, RoundPlayer } from './roundPlayer';

const limits = { named: 5, read: 4 };

/** Names the code that the words of the issue and all findings point at, and reads the most suspicious functions. */
export function suspectRound(suspiciousness: Suspiciousness, player: RoundPlayer): PlannedRound | undefined {
	const { functions, files } = suspiciousness.scores();
	const best = bestFirst(functions, limits.named);
	if (best.length === 0) {
		return undefined;
	}
	const units = best.flatMap(at => suspiciousness.model.unit(at) ?? []);
	const calls = player.notAsked(units.map(readingCall)).slice(0, limits.read);
	const bestFiles = bestFirst(files, 3).flatMap(at => suspiciousness.model.files[at] ?? []);
	return {
		title: 'Read what the words of the issue point at',
		reasoning: [
			`Closest to the words of the issue and to what was found: ${listed(bestFiles)}.`,
			`In there: ${listed(units.map(({ qualified }) => qualified))}.`,
		],
		calls,
		summary: () => `Read ${counted(calls.length, 'suspect')}, most of all ${units[0]?.qualified} in ${units[0]?.file}`,
	};
}

/** The call that shows a unit whole. */
export function readingCall(unit: CodeUnit): PlannedCall {
	const { name, file } = unit;
	const owner = ownerName(unit);
	if (unit.isClass) {
		return { tool: 'search_class_in_file', args: { class_name: name, file_name: file } };
	}
	return owner === ''
		? { tool: 'search_method_in_file', args: { method_name: name, file_name: file } }
		: { tool: 'search_method_in_class', args: { method_name: name, class_name: owner } };
}
