import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { docAbove } from '../../index/outline';
import { isTestFile } from '../isTestFile';
import { Nearness } from '../scope/nearness';
import { reportMarks, type SearchScope, scopeRank, searchScopes } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import type { ShownCode } from '../searchResult';
import type { Definition } from './definition';
import type { ArrangedDefinitions } from './nameRequest';
import { searchName } from './nameSearch';

/** A definition that is asked for. */
export interface WantedDefinition {
	/** Its name, maybe with its owner: `inode.i_lock`. */
	readonly symbol: string;
	/** '' for any. */
	readonly file: string;
}

/** Of a long definition that the report names: lines of its beginning, and around each reported line. */
const around = { first: 40, reported: 15, long: 200 };

/**
 * Finds the definitions of a name, whatever their kind, those nearest to the focus first, and marks the lines that the
 * report names. A name that nothing has is read as a similar one, or answered with suggestions.
 */
export async function searchDefinition(
	context: SearchContext,
	{ symbol, file }: WantedDefinition,
): Promise<ToolAnswer> {
	const { focus } = context;
	const scopes = await searchScopes(context.workspace.files, focus);
	let scope: string | undefined;
	const answer = await searchName(context, {
		wanted: 'definition',
		name: symbol,
		...(file.trim() === '' ? {} : { fileName: file }),
		classView: 'code',
		arrange: definitions => {
			const found = arranged(context, definitions, scopes);
			({ scope } = found);
			return found;
		},
		adorn: (definition, shown) => {
			const reported = [...reportMarks(focus, definition.file).keys()];
			return withComment(withReport(shown, reported), definition);
		},
	});
	return { ...answer, ...(scope !== undefined && { scope }) };
}

/** Sorts by scope, then code before tests, then file-level definitions before members, then by nearness. */
function arranged(
	context: SearchContext,
	definitions: readonly Definition[],
	scopes: readonly SearchScope[],
): ArrangedDefinitions & { readonly scope?: string } {
	const near = new Nearness(context).sort(definitions, ({ first }) => first);
	const ranked = near.map(definition => ({
		definition,
		scope: scopeRank(scopes, definition.file),
		other: (isTestFile(context.workspace, definition.file) ? 2 : 0) + (definition.first.container === '' ? 0 : 1),
	}));
	ranked.sort((a, b) => a.scope - b.scope || a.other - b.other);
	const nearest = ranked[0]?.scope ?? 0;
	const nFirst = ranked.filter(({ scope }) => scope === nearest).length;
	const { where = '' } = scopes[nearest] ?? {};
	const nOthers = ranked.length - nFirst;
	const note = `The other ${nOthers === 1 ? 'one is' : `${nOthers} are`} not ${where}: below without code.`;
	return {
		definitions: ranked.map(({ definition }) => definition),
		nFirst,
		notes: nOthers === 0 ? [] : [note],
		...(scopes.length > 1 && { scope: where }),
	};
}

/** Returns the same code, cut so that long code keeps the reported lines. */
function withReport(shown: ShownCode, reported: readonly number[]): ShownCode {
	return { ...shown, ranges: shown.ranges.flatMap(range => reportedParts(range, reported)) };
}

/** With the comment above it. */
function withComment(shown: ShownCode, { symbols }: Definition): ShownCode {
	return { ...shown, ranges: [...symbols.flatMap(docAbove), ...shown.ranges] };
}

function reportedParts(range: LineRange, reported: readonly number[]): LineRange[] {
	const { startLine, endLine } = range;
	const inside = reported.filter(line => contains(range, line));
	if (endLine - startLine < around.long || inside.length === 0) {
		return [range];
	}
	const parts = inside.map(line => ({
		startLine: Math.max(startLine, line - around.reported),
		endLine: Math.min(endLine, line + around.reported),
	}));
	return [{ startLine, endLine: Math.min(endLine, startLine + around.first - 1) }, ...parts];
}

function contains({ startLine, endLine }: LineRange, line: number): boolean {
	return startLine <= line && line <= endLine;
}
