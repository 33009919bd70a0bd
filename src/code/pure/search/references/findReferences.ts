import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { compareText } from '../../../../system/pure/text/compareText';
import { counted } from '../../../../system/pure/text/counted';
import { symbolPlace } from '../../calls/inheritance';
import { type AnswerBlock, joinedBlocks } from '../answerBlocks';
import { isTestFile } from '../isTestFile';
import { groupDefinitions } from '../names/definition';
import { matchName, type NameRequest, ownerDistance } from '../names/nameMatch';
import { missNotes } from '../names/nameNotes';
import { bareName } from '../names/nameQuery';
import { readRequest } from '../names/nameRequest';
import type { SearchContext } from '../searchContext';
import { wordPattern } from '../text/codeQuery';
import { everywhere } from '../text/scanOrder';
import { scanTexts } from '../text/textScan';
import { CallReader } from './callReader';
import { type NameUse, type UseKind, useKinds } from './nameUse';
import { referenceBlocks } from './referenceBlocks';
import headings from './referenceHeadings.json';

const definitionLimit = 3;
const textLimit = 5;

/**
 * Finds the uses of a name as a whole word: first its calls, then calls with an unknown receiver, then all other uses.
 * Calls that mean another definition of the name are only counted. `written` may have owners: `Class.method`.
 */
export async function findReferences(context: SearchContext, written: string): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const { request, symbols, others } = askedDefinitions(context, written);
	const { name } = request.query;
	const { hits, omissions } = await scanTexts(context, everywhere(context), [wordPattern(name)]);
	const reader = new CallReader(context, { name, symbols, others });
	const uses: NameUse[] = [];
	for (const file of new Set(hits.map(hit => hit.file))) {
		context.signal?.throwIfAborted();
		const lines = new Set(hits.filter(hit => hit.file === file).map(hit => hit.startLine));
		uses.push(...(await reader.usesIn(file, lines)));
	}
	const inCode = ordered(context, symbols, uses);
	const shown = useKinds.map(kind => ({ kind, uses: inCode.filter(use => use.kind === kind) }));
	const found = shown.flatMap(group => group.uses);
	const inText = [...new Set(hits.map(hit => hit.file))].filter(file => !isCode(context, file));
	const notes = [
		...(symbols.length > 0 ? [definedNote(symbols)] : [undefinedNote(name, found.length > 0)]),
		...(symbols.length === 0 && hits.length === 0 ? missNotes(index, request) : []),
		...otherCalls(uses.filter(({ kind }) => kind === 'otherCall')),
		...(inText.length > 0
			? [`Also written in ${counted(inText.length, 'other text')}: ${listed(inText, textLimit)}.`]
			: []),
		...omissions,
	];
	const headline = found.length === 0 ? `Found no use of "${name}" in code.` : foundText(written, name, found);
	const groups = await Promise.all(shown.map(group => groupBlocks(context, group)));
	return {
		ok: found.length > 0,
		...joinedBlocks([{ text: [headline, ...notes].join('\n') }, ...groups.flat()]),
		places: found.map(use => use.place),
	};
}

/** Calls that mean the requested definition are counted separately: of a common name they are few. */
function foundText(written: string, name: string, found: readonly NameUse[]): string {
	const nCalls = found.filter(({ kind }) => kind === 'call').length;
	const nOthers = found.length - nCalls;
	const what =
		nCalls === 0 || nOthers === 0
			? `${counted(found.length, 'use')} of "${name}"`
			: `${counted(nCalls, 'call')} of "${written}" and ${counted(nOthers, 'other use')} of the name`;
	return `Found ${what} in ${counted(new Set(found.map(use => use.file)).size, 'file')}.`;
}

interface AskedDefinitions {
	readonly request: NameRequest;
	/** The definitions the name means; none for a name defined elsewhere, such as in a library. */
	readonly symbols: readonly CodeSymbol[];
	/** Other definitions of the name. */
	readonly others: readonly CodeSymbol[];
}

/** Returns the definitions that a written name means: the definitions of its owner if any, inherited ones, else all. */
export function askedDefinitions(context: SearchContext, written: string): AskedDefinitions {
	const { index } = context.workspace;
	const read = readRequest(context, { wanted: 'callable', name: written }).request;
	const { name } = read.query;
	const spelled = index.named(name).length > 0 ? name : [...index.names()].find(each => bareName(each) === name);
	const request = { ...read, query: { ...read.query, name: spelled ?? name } };
	const all = index.named(request.query.name);
	const match = matchName(index, request);
	const isOfOwner = match !== undefined && match.distance.owner < ownerDistance.elsewhere;
	const symbols = request.query.owners.length > 0 && isOfOwner ? match.symbols : all;
	const meant = new Set(symbols);
	return { request, symbols, others: all.filter(symbol => !meant.has(symbol)) };
}

function isCode({ workspace }: SearchContext, file: string): boolean {
	return workspace.index.file(file)?.language !== undefined;
}

/** Sorts uses in code: tests last, before them languages other than the definitions', then by path and line. */
function ordered(context: SearchContext, symbols: readonly CodeSymbol[], uses: readonly NameUse[]): NameUse[] {
	const { workspace } = context;
	const languageOf = (file: string) => workspace.index.file(file)?.language;
	const languages = new Set(symbols.map(({ file }) => languageOf(file)));
	const rank = ({ file }: NameUse) =>
		(isTestFile(workspace, file) ? 2 : 0) + (symbols.length === 0 || languages.has(languageOf(file)) ? 0 : 1);
	return uses
		.filter(({ file }) => isCode(context, file))
		.sort((a, b) => rank(a) - rank(b) || compareText(a.file, b.file) || a.line - b.line);
}

function definedNote(symbols: readonly CodeSymbol[]): string {
	return `Defined: ${listed(
		groupDefinitions(symbols).map(({ first }) => symbolPlace(first)),
		definitionLimit,
	)}.`;
}

function undefinedNote(name: string, isUsed: boolean): string {
	const perhaps = isUsed ? ' (it may be a parameter or a local variable, or be defined in a library)' : '';
	return `No definition of "${name}" is indexed${perhaps}.`;
}

function listed(items: readonly string[], limit: number): string {
	return `${items.slice(0, limit).join(', ')}${items.length > limit ? ` and ${items.length - limit} more` : ''}`;
}

/** Describes the calls that were left out, by the definition they mean. */
function otherCalls(uses: readonly NameUse[]): string[] {
	const counts = new Map<string, number>();
	for (const { means = '' } of uses) {
		counts.set(means, (counts.get(means) ?? 0) + 1);
	}
	const meanings = [...counts].map(([means, count]) => `${means} (${counted(count, 'call')})`);
	return meanings.length === 0
		? []
		: [`Left out, as they mean other definitions: ${listed(meanings, definitionLimit)}.`];
}

async function groupBlocks(
	context: SearchContext,
	group: { readonly kind: UseKind; readonly uses: readonly NameUse[] },
): Promise<AnswerBlock[]> {
	const { kind, uses } = group;
	return uses.length === 0
		? []
		: [{ text: `${headings[kind]} (${uses.length}):` }, ...(await referenceBlocks(context, uses))];
}
