import type { BraceRole } from '../../languages/readerData';
import { classScope, type FoundSymbol, qualified, type Scope } from '../symbolSink';
import type { BraceScan, Front } from './braceScan';
import type { TypedParts } from './typedParts';

/** Reads types and modules, whose members another reads. */
export class TypedTypes {
	constructor(
		private readonly scan: BraceScan,
		private readonly parts: TypedParts,
	) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	/** `namespace A.B {...}`, `namespace A.B;` */
	module(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		cursor.next();
		const { at } = cursor;
		cursor.qualifiedName();
		const parts = cursor.text
			.slice(at, cursor.before)
			.split('.')
			.map(part => part.trim());
		const name = parts.pop() ?? '';
		const around = parts.reduce((container, part) => qualified({ container }, part), scope.container);
		const symbol = scan.add('module', { name, at }, { ...scope, container: around }, front);
		if (cursor.is('{')) {
			scan.header(symbol);
			const inside = { container: qualified({ container: around }, name), inClass: false, inFunction: false };
			scan.block(() => scan.members(inside));
			scan.sink.end(symbol, cursor.before);
		} else {
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		}
	}

	/** `delegate A B(...);` */
	alias(scope: Scope, front: Front): void {
		const { cursor, scan } = this;
		cursor.next();
		const name = this.parts.name();
		const symbol = scan.add('type', name, scope, front);
		this.parts.skipTo(';');
		cursor.next();
		scan.sink.endHeader(symbol, cursor.before);
	}

	/** Reads a class or the like. False if none is here: such a word may be a name. */
	type(scope: Scope, front: Front): boolean {
		const { cursor, scan } = this;
		const isAnnotation = cursor.is('@');
		if (isAnnotation) {
			cursor.next();
		}
		const { role, at: keyword } = cursor;
		if (role !== 'class' && role !== 'interface' && role !== 'enumeration' && role !== 'record') {
			return false;
		}
		cursor.next();
		if (role === 'record' && cursor.role === 'class') {
			cursor.next();
		}
		const { at, word: name } = cursor;
		const isName = name !== '' && cursor.role !== 'operator';
		if (!isName || (role === 'record' && !'(<{:;'.includes(String.fromCharCode(cursor.behind().mark)))) {
			cursor.back(keyword);
			return false;
		}
		const symbol = scan.add(role === 'interface' ? 'interface' : 'class', { name, at }, scope, front);
		const inside = classScope(qualified(scope, name));
		cursor.next();
		this.header(symbol, inside, role);
		if (cursor.is('{')) {
			scan.header(symbol);
			scan.block(() => {
				if (role === 'enumeration') {
					this.constants(inside);
				}
				scan.members(inside);
			});
			scan.sink.end(symbol, cursor.before);
			if (cursor.is(';') && !this.parts.hasObjects) {
				cursor.next();
				scan.sink.end(symbol, cursor.before);
			}
		} else {
			cursor.next();
			scan.sink.endHeader(symbol, cursor.before);
		}
		return true;
	}

	/** Reads the header of a type, between its name and its body. */
	private header(symbol: FoundSymbol, inside: Scope, role: BraceRole): void {
		const { cursor, scan } = this;
		const bases: string[] = [];
		let isBases = false;
		let isConstraint = false;
		while (!cursor.is('{') && !cursor.is(';') && !cursor.isAtEnd) {
			if (cursor.is('<')) {
				this.parts.generic();
			} else if (cursor.is('(') && role === 'record' && bases.length === 0) {
				scan.block(() => this.parameters(inside), ')');
			} else if (cursor.is('(')) {
				cursor.skipGroup();
			} else if (cursor.is(':') && !this.parts.hasObjects) {
				isBases = !isConstraint && role !== 'enumeration';
				cursor.next();
			} else if (cursor.is('@')) {
				this.parts.annotation();
			} else if (cursor.role === 'bases' || cursor.role === 'headerPart') {
				isBases = cursor.role === 'bases';
				isConstraint = !isBases;
				cursor.next();
			} else if (isBases && this.parts.isTypeWord()) {
				bases.push(this.parts.typeName());
			} else {
				cursor.next();
			}
		}
		symbol.bases = bases;
	}

	/** The components of a record. */
	private parameters(inside: Scope): void {
		const { cursor, scan } = this;
		while (!cursor.is(')') && !cursor.isAtEnd && !cursor.lexer.isBroken) {
			const front = this.parts.front();
			const { at, name } = this.parts.name();
			if (name === '') {
				scan.fail();
				return;
			}
			const symbol = scan.add('field', { name, at }, inside, front);
			this.parts.initial(inside);
			scan.sink.endHeader(symbol, cursor.before);
			if (cursor.is(',')) {
				cursor.next();
			}
		}
	}

	private constants(inside: Scope): void {
		const { cursor, scan } = this;
		for (;;) {
			const front = this.parts.front();
			const { at, word: name } = cursor;
			if (name === '') {
				break;
			}
			const symbol = scan.add('field', { name, at }, inside, front);
			const { count } = scan.sink;
			const around = { ...inside, container: qualified(inside, name), inClass: false };
			cursor.next();
			if (cursor.is('(')) {
				scan.codeBlock(around, ')');
			}
			if (cursor.is('{')) {
				// Either counts: the arguments or the body.
				scan.sink.truncate(count);
				scan.header(symbol);
				scan.block(() => scan.members(around));
				scan.sink.end(symbol, cursor.before);
			} else {
				this.parts.initial(inside);
				scan.sink.endHeader(symbol, cursor.before);
			}
			if (!cursor.is(',')) {
				break;
			}
			cursor.next();
		}
	}
}
