import type { CodeWorkspace } from '../../../code/pure/codeWorkspace';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { CodeLine } from '../../../runs/pure/model/location';
import { isIdentifierShaped } from '../brief/mentionedNames';
import { chooseRegions } from './chooseRegions';
import { type LocatedCode, type Region, type RegionBudget, usualBudget } from './region';
import { type Suspect, suspectsOf } from './suspects';

/** A definition by the line with its name. */
export interface NamedLine extends CodeLine {
	readonly name: string;
}

/** What somebody reads next who looks for a bug. */
export interface RegionsAnswer {
	/** Best first; empty if no place is likely. */
	readonly regions: readonly Region[];
	/** Of the first location that was named, how likely the fix changes it; absent if unknown. */
	readonly likelihood?: number;
	/** What else is likely, best first; if no place is likely, the best guesses. */
	readonly others: readonly NamedLine[];
	/** If the first location is a guess, words of the issue that are worth searching for. */
	readonly words: readonly string[];
}

/**
 * Where the first location is a guess, the regions together are expected to hold so much of the fix, else none is shown. Chosen
 * on half of the development issues (bench/README.md).
 */
const leastExpected = 0.15;

const limits = { others: 5, guesses: 3, words: 6, wordLength: 60 };

/** The regions of an outcome of locating, and what there is beside them. */
export async function regionsAnswer(
	located: LocatedCode,
	workspace: Pick<CodeWorkspace, 'index' | 'files'>,
	budget: RegionBudget = usualBudget,
): Promise<RegionsAnswer> {
	const { locations, brief } = located;
	const [first] = locations;
	const isGuess = locations.every(({ lessLikely }) => lessLikely === true);
	const chosen = await chooseRegions(located, workspace, budget);
	const expected = chosen.reduce((sum, { likelihood: share }) => sum + share, 0);
	const regions = isGuess && expected < leastExpected ? [] : chosen;
	const left = suspectsOf(located, workspace.index).filter(suspect => !regions.some(region => holds(region, suspect)));
	return {
		regions,
		...(first?.likelihood !== undefined && { likelihood: first.likelihood }),
		others: left.slice(0, regions.length === 0 ? limits.guesses : limits.others).map(namedLine),
		words: isGuess && brief !== undefined ? tellingWords(brief) : [],
	};
}

function holds({ file, startLine, endLine }: Region, suspect: Suspect): boolean {
	return suspect.file === file && suspect.startLine <= endLine && startLine <= suspect.endLine;
}

function namedLine({ file, name, startLine, symbol }: Suspect): NamedLine {
	return { file, line: symbol?.nameLine ?? startLine, name };
}

/** Names of code before quotes; a single word of prose finds too much. */
function tellingWords({ names, strings }: IssueBrief): string[] {
	const code = names.filter(({ text, form }) => form === 'code' || isIdentifierShaped(text)).map(({ text }) => text);
	const quoted = strings.filter(text => text.length <= limits.wordLength);
	return [...new Set([...code, ...quoted])].slice(0, limits.words);
}
