import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { fileScope } from '../symbolSink';
import { BraceCursor } from './braceCursor';
import { BraceScan } from './braceScan';
import type { BraceTables } from './braceTables';
import { ItemMembers } from './itemMembers';
import { RowMembers } from './rowMembers';
import { ScriptMembers } from './scriptMembers';
import { TypedMembers } from './typedMembers';

/** Finds the definitions of a text. Undefined for one that has to be parsed. */
export function scanBraces(text: string, file: string, tables: BraceTables): readonly CodeSymbol[] | undefined {
	const cursor = new BraceCursor(text, tables);
	const scan = new BraceScan(cursor, file, each => new readers[tables.data.members](each));
	if (tables.data.members === 'script') {
		cursor.toCode(0);
		scan.script(fileScope);
	} else {
		cursor.next();
		scan.members(fileScope);
	}
	return cursor.isAtEnd && !cursor.lexer.isBroken ? scan.finish() : undefined;
}

/** By the way in which a language writes members. */
const readers = {
	/** `public static int total(int first) { … }` */
	typed: TypedMembers,
	/** `func (b *Basket) Total() int { … }`, ended by rows. */
	rows: RowMembers,
	/** `pub fn total(&self) -> i64 { … }`, ended by a block or a semicolon. */
	items: ItemMembers,
	/** `public function total(): int { … }` in code that runs from its top. */
	script: ScriptMembers,
};
