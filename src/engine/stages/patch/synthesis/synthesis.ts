import { askJson } from '../../../../models/pure/loop/askJson';
import issuePrompt from '../../../../models/pure/loop/issue.md';
import { entryTexts, notesTexts } from '../../../../models/pure/memory/memoryText';
import { openTextProtocol } from '../../../../models/pure/protocols/openProtocol';
import type { StageDeps } from '../../../../models/pure/requests/agentDeps';
import { keptEntries, type ResultNumber, resultNumbers } from '../../../../models/pure/tools/memory/resultNumbers';
import { emptyToolset } from '../../../../models/pure/tools/toolset';
import type { MemoryEntry } from '../../../../runs/pure/fold/memory/memoryEntry';
import { withoutRepeats } from '../../../../runs/pure/fold/memory/repeatedParts';
import { counted } from '../../../../system/pure/text/counted';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import filter from './filter.md';
import hypothesis from './hypothesis.md';
import keptPrompt from './kept.md';
import statedPrompt from './stated.md';
import system from './system.md';

/** The results of an investigation from which a patch is written. */
export interface Investigation {
	readonly issue: string;
	/** The suspected code, as the author of the patch is shown it. */
	readonly located: readonly string[];
	/** The entries of the working memory at its end. */
	readonly entries: readonly MemoryEntry[];
	/** Of the model. */
	readonly notes: readonly string[];
	/** Whether the model first chooses the entries needed. */
	readonly filters: boolean;
}

/** The first answers are the most likely ones. */
const temperature = 0;

/**
 * Code Researcher's synthesis, up to the patch: first the findings of an investigation that matter for the fix, then a
 * hypothesis of cause and remedy. Returns both as material for the author of the patch.
 */
export async function synthesize(node: string, deps: StageDeps, given: Investigation): Promise<readonly string[]> {
	const entries = given.filters && given.entries.length > 1 ? await chosen(node, deps, given) : given.entries;
	const found = entries.length === 0 ? [] : [fillTemplate(keptPrompt, { entries: entryTexts(entries) })];
	const noted = notesTexts(given.notes);
	const protocol = openTextProtocol(deps.log, deps.agent, {
		...{ toolset: emptyToolset, maxCallRounds: 0, temperature },
		prompts: {
			system: system.trim(),
			opening: [fillTemplate(issuePrompt, { issue: given.issue }), ...given.located, ...found, ...noted],
			question: hypothesis.trim(),
			purpose: 'state the cause and the remedy',
		},
	});
	const { text } = await protocol.step(node);
	return [...found, ...noted, fillTemplate(statedPrompt, { text: text.trim() })];
}

/** All of them if the model gives no usable choice. */
async function chosen(
	node: string,
	deps: StageDeps,
	{ issue, located, entries, notes }: Investigation,
): Promise<readonly MemoryEntry[]> {
	const keep = await askJson<readonly ResultNumber[]>(node, deps, {
		prompts: {
			system: system.trim(),
			opening: [
				fillTemplate(issuePrompt, { issue }),
				...located,
				fillTemplate(keptPrompt, { entries: entryTexts(entries) }),
				...notesTexts(notes),
			],
			question: filter.trim(),
			purpose: 'choose what matters for the fix',
		},
		temperature,
		read: object => readChoice(object, entries),
	});
	const kept = keep === undefined ? entries : keptEntries(entries, keep);
	const text = `Kept ${kept.length} of ${counted(entries.length, 'result')} for the patch.`;
	await deps.log.once(node, { type: 'noted', text });
	// Code that only an omitted result showed is shown again.
	return withoutRepeats(kept);
}

function readChoice({ keep }: Readonly<Record<string, unknown>>, entries: readonly MemoryEntry[]) {
	const numbers = resultNumbers(keep);
	const isOne = ({ result, piece = 1 }: ResultNumber) =>
		piece >= 1 && piece <= (entries[result - 1]?.parts.length ?? 0);
	const isValid = numbers.length > 0 && numbers.every(isOne);
	return isValid
		? { answer: numbers }
		: {
				problems: [
					`"keep" must be a list of numbers of results, from 1 to ${entries.length}, or of pieces, with at least one.`,
				],
			};
}
