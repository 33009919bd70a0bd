import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import type { StatementRole } from '../../languages/readerData';
import { fileScope, type Scope } from '../symbolSink';
import { ClassScan } from './classScan';
import { CodeReader } from './codeReader';
import { Definitions, noFront } from './definitions';
import { NamedValues } from './namedValues';
import { ObjectScan } from './objectScan';
import { DeclarationScan } from './statementDeclarations';
import type { StatementTables } from './statementTables';
import { TypeScan } from './typeScan';
import { ValueScan } from './valueScan';

/**
 * The definitions of a text of statements, in which functions, classes and objects are values. Undefined for a text
 * that cannot be read so.
 */
export function scanStatements(text: string, file: string, tables: StatementTables): readonly CodeSymbol[] | undefined {
	try {
		return new StatementScan(new CodeReader(text, tables), file).run();
	} catch (error) {
		// Brackets in each other, more than the stack has room for.
		if (error instanceof RangeError) {
			return undefined;
		}
		throw error;
	}
}

const deepest = 200;

class StatementScan {
	private readonly definitions: Definitions;
	private readonly values: ValueScan;
	private readonly classes: ClassScan;
	private readonly declarations: DeclarationScan;
	private readonly named: NamedValues;
	private depth = 0;

	constructor(
		private readonly reader: CodeReader,
		file: string,
	) {
		const definitions = new Definitions(reader, file);
		const types = new TypeScan(reader, definitions);
		const values = new ValueScan(reader, definitions, types);
		const classes = new ClassScan(reader, definitions, types, values);
		const named = new NamedValues(reader, definitions, values, classes);
		const objects = new ObjectScan(reader, definitions, values, named);
		classes.named = named;
		values.parts = {
			block: scope => this.block(scope),
			classValue: scope => classes.class(scope, reader.at, definitions.frontHere()),
			object: scope => objects.object(scope),
			assignment: (start, end, scope) => objects.assignment(start, end, scope),
		};
		const parts = { types, values, classes, named };
		this.declarations = new DeclarationScan(reader, definitions, parts, scope => this.block(scope));
		this.definitions = definitions;
		this.values = values;
		this.classes = classes;
		this.named = named;
	}

	run(): readonly CodeSymbol[] | undefined {
		const { reader, definitions } = this;
		const scope = fileScope;
		while (!reader.isAtEnd && !reader.isBroken) {
			this.statement(scope);
		}
		return reader.isBroken ? undefined : definitions.sink.finish();
	}

	private block(scope: Scope): void {
		const { reader } = this;
		if (++this.depth > deepest) {
			reader.isBroken = true;
		}
		reader.expect(0x7b);
		while (reader.char() !== 0x7d && !reader.isAtEnd && !reader.isBroken) {
			this.statement(scope);
		}
		reader.expect(0x7d);
		this.depth--;
	}

	/** Reads a statement that begins at the next token. */
	private statement(scope: Scope): void {
		const { reader, definitions } = this;
		const { at } = reader;
		if (reader.take(0x3b)) {
			return;
		}
		if (reader.char() === 0x7b) {
			this.block(scope);
			return;
		}
		const { count } = definitions;
		definitions.begin();
		const role = reader.role();
		if (role === undefined || !this.withWord(role, scope)) {
			this.expression(scope);
		}
		if (scope.inFunction && reader.lastSign < at && !keepsWithoutSign.has(role)) {
			definitions.truncate(count);
		}
		if (role === undefined || !controls.has(role)) {
			definitions.front = noFront;
		}
		reader.isBroken ||= reader.at === at;
	}

	private expression(scope: Scope): void {
		const { reader } = this;
		if (reader.isWordAt(reader.at)) {
			const next = reader.codeAt(reader.wordEnd(reader.at));
			if (reader.text.charCodeAt(next) === 0x3a) {
				reader.advance(next + 1);
				return;
			}
		} else if (reader.char() === 0x40) {
			this.decorated(scope);
			return;
		}
		this.values.value(scope, { withCommas: true });
		this.end();
	}

	/** Moves past the end of a statement. */
	private end(): void {
		const { reader } = this;
		if (!reader.take(0x3b) && reader.char() !== 0x7d && !reader.isAtEnd && !reader.isNewRow()) {
			reader.isBroken = true;
		}
	}

	private decorated(scope: Scope): void {
		const { definitions } = this;
		definitions.wrap();
		const { front } = definitions;
		this.classes.decorators();
		this.inner(scope, front);
	}

	/** Reads a statement behind words that belong to it. */
	private inner(scope: Scope, front: Definitions['front']): void {
		const { reader, definitions } = this;
		definitions.front = front;
		const role = reader.role();
		if (role === 'variable') {
			definitions.frontInRow();
		}
		if (role === undefined || !this.withWord(role, scope)) {
			definitions.frontInRow();
			this.expression(scope);
		}
	}

	/** Reads a statement that begins with a word; false if the word is a name. */
	private withWord(role: StatementRole, scope: Scope): boolean {
		const { reader } = this;
		const next = reader.codeAt(reader.wordEnd(reader.at));
		switch (role) {
			case 'module':
				return this.exported(scope, next);
			case 'ambient':
				return this.ambient(scope, next);
			case 'import':
				return this.imported(next);
			case 'jump':
				reader.advance(reader.wordEnd(reader.at));
				if (reader.isWordAt(reader.at) && !reader.isNewRow()) {
					reader.advance(reader.wordEnd(reader.at));
				}
				return this.ended();
			case 'variable':
				return this.declarations.variables(scope) && this.ended();
			case 'return':
			case 'dropped':
				return this.returned(role, scope);
			case 'if':
			case 'loop':
			case 'switch':
			case 'try':
			case 'do':
			case 'else':
				return this.control(role, scope);
			case 'case':
			case 'otherwise':
				return this.case(role, scope, next);
			default:
				return this.declarations.read(role, scope, next);
		}
	}

	private ended(): boolean {
		this.end();
		return true;
	}

	private returned(role: StatementRole, scope: Scope): boolean {
		const { reader, values } = this;
		reader.advance(reader.wordEnd(reader.at));
		if (reader.isNewRow()) {
			return true;
		}
		if (role === 'dropped') {
			values.dropped(scope, { withCommas: true });
		} else {
			values.value(scope, { withCommas: true });
		}
		return this.ended();
	}

	/** Words before a parenthesis, and before the statements that follow. */
	private control(role: StatementRole, scope: Scope): boolean {
		const { reader } = this;
		const { text } = reader;
		reader.advance(reader.wordEnd(reader.at));
		if (role === 'loop' && reader.isWordAt(reader.at)) {
			reader.advance(reader.wordEnd(reader.at));
		}
		if (role === 'try' && reader.char() === 0x28) {
			reader.advance(reader.balanced(reader.at));
		} else if (reader.char() === 0x28 && role !== 'else' && role !== 'do') {
			reader.advance(reader.at + 1);
			this.condition(scope);
			reader.expect(0x29);
			reader.lastSign = text.charCodeAt(reader.at) === 0x7b ? reader.at : reader.lastSign;
		}
		if (role === 'switch') {
			this.block(scope);
		}
		return true;
	}

	/** Reads the content of a statement's parentheses. */
	private condition(scope: Scope): void {
		const { reader, values } = this;
		while (reader.char() !== 0x29 && !reader.isAtEnd && !reader.isBroken) {
			if (reader.take(0x3b)) {
				continue;
			}
			const { at } = reader;
			if (reader.role() !== 'variable' || !this.declarations.variables(scope)) {
				values.value(scope, { withCommas: true });
			}
			if (reader.char() !== 0x3b && reader.char() !== 0x29) {
				// `of`
				reader.advance(reader.wordEnd(reader.at));
			}
			reader.isBroken ||= reader.at === at;
		}
	}

	private case(role: StatementRole, scope: Scope, next: number): boolean {
		const { reader } = this;
		if (role === 'otherwise' && reader.text.charCodeAt(next) !== 0x3a) {
			return false;
		}
		reader.advance(reader.wordEnd(reader.at));
		if (role === 'case') {
			this.values.value(scope, { withCommas: true });
		}
		reader.expect(0x3a);
		return true;
	}

	private exported(scope: Scope, next: number): boolean {
		const { reader, definitions } = this;
		const { text, at: start } = reader;
		const char = text.charCodeAt(next);
		definitions.wrap();
		const { front } = definitions;
		reader.advance(next);
		if (char === 0x2a || char === 0x7b) {
			return this.reexported();
		}
		const role = reader.role();
		if (char === 0x3d) {
			reader.advance(next + 1);
			this.values.value(scope);
			return this.ended();
		}
		if (role !== 'otherwise') {
			if (role === 'as' || (role === 'alias' && '{*'.includes(text.charAt(reader.codeAt(reader.wordEnd(next)))))) {
				return this.reexported();
			}
			this.inner(scope, front);
			return true;
		}
		reader.advance(reader.wordEnd(reader.at));
		definitions.front = front;
		const word = reader.role();
		const isValue = word === undefined || (word === 'class' && !this.classes.hasName());
		if (!isValue && this.declarations.read(word, scope, reader.codeAt(reader.wordEnd(reader.at)))) {
			return true;
		}
		if (reader.char() === 0x40) {
			this.classes.decorators();
		}
		definitions.front = front;
		this.named.read({
			...{ start, nameAt: start, front, name: reader.tables.data.default, scope },
			...{ asFunction: 'function' as const, asClass: 'class' as const },
			otherwise: () => {
				definitions.frontInRow();
				this.values.value(scope, { withCommas: true });
			},
		});
		return this.ended();
	}

	/** Moves past names, and the text in quotes that may follow them. */
	private reexported(): boolean {
		const { reader } = this;
		const { text } = reader;
		while (!reader.isAtEnd) {
			if (reader.char() === 0x7b) {
				reader.advance(reader.balanced(reader.at));
			} else if (reader.char() === 0x22 || reader.char() === 0x27) {
				reader.advance(reader.string(reader.at));
			} else if (
				reader.isWordAt(reader.at) &&
				!(reader.isNewRow() && text.charCodeAt(reader.end - 1) === 0x7d && reader.role() !== 'from')
			) {
				reader.advance(reader.wordEnd(reader.at));
			} else if (reader.char() === 0x2a || reader.char() === 0x2c) {
				reader.advance(reader.at + 1);
			} else {
				break;
			}
			if ((text.charCodeAt(reader.end - 1) === 0x22 || text.charCodeAt(reader.end - 1) === 0x27) && reader.isNewRow()) {
				return true;
			}
		}
		return this.ended();
	}

	private imported(next: number): boolean {
		const { reader } = this;
		const { text } = reader;
		const char = text.charCodeAt(next);
		if (char === 0x28 || char === 0x2e) {
			return false;
		}
		reader.advance(next);
		const end = reader.codeAt(reader.wordEnd(next));
		const isAlias =
			reader.isWordAt(next) &&
			(text.charCodeAt(end) === 0x3d ||
				(reader.role() === 'alias' && text.charCodeAt(reader.codeAt(reader.wordEnd(end))) === 0x3d));
		if (isAlias) {
			reader.advance(text.indexOf('=', next) + 1);
			this.values.dropped({ container: '', inClass: false, inFunction: true });
			return this.ended();
		}
		return this.reexported();
	}

	private ambient(scope: Scope, next: number): boolean {
		const { reader, definitions } = this;
		const role = reader.role(next);
		const isNewRow = reader.text.slice(reader.at, next).includes('\n');
		if (role === undefined || isNewRow || !ambientWords.has(role)) {
			return false;
		}
		definitions.wrap();
		const { front } = definitions;
		reader.advance(next);
		if (role === 'global') {
			reader.advance(reader.wordEnd(next));
			definitions.inside(() => this.block(scope));
			return true;
		}
		this.inner(scope, front);
		return true;
	}
}

const ambientWords: ReadonlySet<StatementRole> = new Set([
	...(['class', 'abstract', 'function', 'async', 'variable', 'interface', 'enumeration', 'alias'] as const),
	...(['namespace', 'global'] as const),
]);

/** The content of their blocks may begin in the same row. */
const controls: ReadonlySet<StatementRole> = new Set(['if', 'loop', 'switch', 'try', 'do', 'else'] as const);

/** The statements that are read in functions even without a sign of a definition. */
const keepsWithoutSign: ReadonlySet<StatementRole | undefined> = new Set([
	...(['class', 'abstract', 'function', 'async', 'interface', 'enumeration', 'alias', 'namespace'] as const),
	...(['if', 'loop', 'switch', 'try', 'do', 'else', 'case', 'otherwise', 'module', 'ambient'] as const),
]);
