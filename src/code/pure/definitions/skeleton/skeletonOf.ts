import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { SkeletonData } from '../../languages/skeletonData';
import { scanCommands } from '../commands/commandScan';
import { commandTables } from '../commands/commandTables';
import { scanKeywords } from '../keywords/keywordScan';
import { keywordTables } from '../keywords/keywordTables';
import { scanDeclarations } from '../scan/declarationScan';
import { declarationTables } from '../scan/declarationTables';
import { scanIndentation } from '../scan/indentationScan';
import { indentationTables } from '../scan/indentationTables';
import { scanStatements } from '../statements/statementScan';
import { statementTables } from '../statements/statementTables';
import { braceSkeleton } from './braceSkeleton';
import { braceTables } from './braceTables';
import type { DefinedName } from './directives';

/** What the symbols of a text are read from. */
export interface Skeleton {
	/** Each row of it is the same row in the text; columns are not. Without code: nothing is defined in it. */
	readonly text: string;
	/** Names in rows that it does not contain. */
	readonly defined: readonly DefinedName[];
}

/** Reduces a text to its skeleton. Undefined for a text that has to be read whole. */
export type Reduce = (text: string) => Skeleton | undefined;

/** Prepares the tables of a language once for all its texts. Undefined for one whose texts are only scanned. */
export function skeletonOf(data: SkeletonData): Reduce | undefined {
	if (data.family !== 'braces') {
		return undefined;
	}
	const tables = braceTables(data);
	return text => braceSkeleton(text, tables);
}

/** Reads the definitions of a text without a parser. Undefined for a text that has to be parsed. */
export type Scan = (text: string, file: string) => readonly CodeSymbol[] | undefined;

/** The same for languages whose texts need no parser. Undefined for the others. */
export function scannerOf(data: SkeletonData): Scan | undefined {
	if (data.family === 'declarations') {
		const tables = declarationTables(data);
		return (text, file) => scanDeclarations(text, file, tables);
	}
	if (data.family === 'indentation') {
		const tables = indentationTables(data);
		return (text, file) => scanIndentation(text, file, tables);
	}
	if (data.family === 'statements') {
		const tables = statementTables(data);
		return (text, file) => scanStatements(text, file, tables);
	}
	if (data.family === 'commands') {
		const tables = commandTables(data);
		return (text, file) => scanCommands(text, file, tables);
	}
	if (data.family === 'keywords') {
		const tables = keywordTables(data);
		return (text, file) => scanKeywords(text, file, tables);
	}
	return undefined;
}
