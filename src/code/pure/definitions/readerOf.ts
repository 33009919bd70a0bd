import type { CodeSymbol } from '../../../runs/pure/model/symbol';
import type { LanguageData } from '../languages/languageData';
import { scanBraces } from './braces/braceReader';
import { braceTables } from './braces/braceTables';
import { scanCommands } from './commands/commandScan';
import { commandTables } from './commands/commandTables';
import { scanDeclarations } from './declarations/declarationScan';
import { declarationTables } from './declarations/declarationTables';
import { scanIndentation } from './indentation/indentationScan';
import { indentationTables } from './indentation/indentationTables';
import { scanKeywords } from './keywords/keywordScan';
import { keywordTables } from './keywords/keywordTables';
import { scanStatements } from './statements/statementScan';
import { statementTables } from './statements/statementTables';

/** Reads the definitions of a text without the parser, in source order. Undefined for a text that has to be parsed. */
export type ReadDefinitions = (text: string, file: string) => readonly CodeSymbol[] | undefined;

/** Prepares the tables of a language once for all its texts. Undefined for a language whose texts are all parsed. */
export function readerOf({ reader, directives }: LanguageData): ReadDefinitions | undefined {
	switch (reader?.family) {
		case 'indentation':
			return bound(scanIndentation, indentationTables(reader));
		case 'declarations':
			return directives && bound(scanDeclarations, declarationTables(reader, directives));
		case 'statements':
			return bound(scanStatements, statementTables(reader));
		case 'commands':
			return bound(scanCommands, commandTables(reader));
		case 'keywords':
			return bound(scanKeywords, keywordTables(reader));
		case 'braces':
			return bound(scanBraces, braceTables(reader));
		default:
			return undefined;
	}
}

type Scan<Tables> = (text: string, file: string, tables: Tables) => readonly CodeSymbol[] | undefined;

function bound<Tables>(scan: Scan<Tables>, tables: Tables): ReadDefinitions {
	return (text, file) => scan(text, file, tables);
}
