import { stemOf } from '../../../code/pure/calls/inheritance';
import { hasWord } from '../../../code/pure/index/words/hasWord';
import { wordParts } from '../../../code/pure/index/words/words';
import type { Evidence } from '../../../runs/pure/model/location';
import { isEveryday } from '../lexical/everydayWords';
import type { Mention } from './issueText';
import { codeLines, type Ground, type IssueGround, type Subject, symbolName } from './subject';

/** That the issue names the function or the class itself; with `onlyCertain` nothing else that has the name. */
export function ownNameGrounds(subject: Subject, { text, names }: IssueGround, onlyCertain = false): Ground[] {
	const symbol = symbolName(subject);
	const found = symbol === undefined ? undefined : names.find(text, symbol);
	if (symbol === undefined || found === undefined || (onlyCertain && !found.isCertain)) {
		return [];
	}
	const { mention, isCertain } = found;
	const isWhole = mention.owner !== undefined && mention.owner === symbol.owner;
	const name = isWhole ? `${symbol.owner}.${symbol.name}` : symbol.name;
	const others = isCertain ? '' : ', of which there are other definitions';
	return [nameGround(subject, `The issue names ${name}${others}.`, mention)];
}

/** That the issue names the class of a method. */
export function classNameGrounds(subject: Subject, { text, names }: IssueGround): Ground[] {
	const symbol = symbolName(subject);
	const owner = symbol?.isClass === false ? symbol.owner : undefined;
	const found = owner === undefined ? undefined : names.find(text, { name: owner, isClass: true });
	return found === undefined ? [] : [nameGround(subject, `The issue names its class, ${owner}.`, found.mention)];
}

function nameGround({ place, symbols: [first] }: Subject, text: string, { line }: Mention): Ground {
	const codeLine = { file: place.file, line: first?.nameLine ?? place.startLine };
	return { evidence: { kind: 'name', text, ...issueLineOf(line), codeLine }, lines: [], weight: 0 };
}

function issueLineOf(line: number | undefined): Pick<Evidence, 'issueLine'> {
	return line === undefined ? {} : { issueLine: line };
}

/** That the issue names the file, by its path or by a name of several words. */
export function pathGrounds(subject: Subject, { brief, text, resolvePath }: IssueGround): Ground[] {
	const { file, startLine } = subject.place;
	const written = brief.paths.find(({ path }) => resolvePath(path) === file);
	const stem = stemOf(file).at(-1) ?? '';
	const path = written?.path ?? (wordParts(stem).length > 1 ? stem : '');
	const issueLine = text.lineWith(path);
	if (path === '' || (written === undefined && issueLine === undefined)) {
		return [];
	}
	const line = written?.line;
	const isInside = line !== undefined && codeLines(subject).some(({ number }) => number === line);
	const evidence: Evidence = {
		kind: 'path',
		text: isInside ? `The issue names ${path}:${line}.` : `The issue names its file, ${path}.`,
		...issueLineOf(issueLine),
		codeLine: { file, line: isInside ? line : startLine },
	};
	return [{ evidence, lines: isInside ? [line] : [], weight: 50 }];
}

const limits = { used: 40, functions: 15, least: 4 };

/** The names of the issue that the code of a location contains, the rarest first. */
export function usedNameGrounds(subject: Subject, issue: IssueGround): Ground[] {
	const own = new Set(subject.symbols.map(({ name }) => name));
	const written = issue.brief.names.flatMap(({ text }) => text.split('.'));
	const inProse = new Set(
		issue.brief.names.flatMap(({ text, ...each }) => (each.inProse || each.inTitle ? text.split('.') : [])),
	);
	// In an example, an everyday word is the name of anything.
	const isMeant = (name: string) => inProse.has(name) || !isEveryday(name);
	const names = [...new Set(written)].filter(name => name.length >= limits.least && !own.has(name) && isMeant(name));
	const rows = codeLines(subject);
	return names
		.flatMap(name => {
			const mention = issue.text.mentions(name).find(({ isCode }) => isCode);
			const nFunctions = issue.nFunctionsWith(name);
			if (mention === undefined || nFunctions > limits.functions) {
				return [];
			}
			const lines = rows.filter(({ text }) => hasWord(text, name)).map(({ number }) => number);
			const [line] = lines;
			return line === undefined
				? []
				: [
						{
							evidence: {
								kind: 'name' as const,
								text: `Contains ${name}, which the issue names.`,
								...issueLineOf(mention.line),
								codeLine: { file: subject.place.file, line },
							},
							lines,
							weight: rarity(nFunctions),
						},
					];
		})
		.sort((a, b) => b.weight - a.weight)
		.slice(0, limits.used);
}

/** Higher for a word in few functions. */
export function rarity(nFunctions: number): number {
	return 10 / Math.sqrt(1 + nFunctions);
}
