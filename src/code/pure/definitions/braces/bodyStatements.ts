import type { Scope } from '../symbolSink';
import type { BraceScan, Front } from './braceScan';

/** Reads the statements of a function, which define functions and nothing else. */
export class BodyStatements {
	constructor(
		private readonly scan: BraceScan,
		/** Reads the function at the cursor. False if there is none; the cursor may have moved. */
		private readonly define: (scope: Scope, front: Front) => boolean,
		private readonly front: () => Front,
	) {}

	private get cursor(): BraceScan['cursor'] {
		return this.scan.cursor;
	}

	block(scope: Scope): void {
		const { cursor, scan } = this;
		scan.block(() => {
			while (!cursor.is('}') && !cursor.isAtEnd) {
				this.statement(scope);
			}
		});
	}

	private statement(scope: Scope): void {
		const { cursor, scan } = this;
		for (;;) {
			if (cursor.role === 'control' || cursor.role === 'unit') {
				cursor.next();
				if (cursor.is('(')) {
					cursor.skipGroup();
				}
			} else if (cursor.role === 'case') {
				while (!cursor.is(':') && !cursor.is(';') && !cursor.isCloser() && !cursor.isAtEnd) {
					cursor.skipToken();
				}
				cursor.is(':') && cursor.next();
			} else if (this.isLabel()) {
				cursor.next();
				cursor.next();
			} else {
				break;
			}
		}
		const { role } = cursor;
		const front = this.front();
		if (cursor.is('{')) {
			this.block(scope);
		} else if (!cursor.is('}') && !(role !== 'jump' && this.define(scope, front))) {
			while (!cursor.is(';') && !cursor.is('}') && !cursor.isAtEnd) {
				if (cursor.isCloser()) {
					scan.fail();
				}
				cursor.skipToken();
			}
			cursor.is(';') && cursor.next();
		}
	}

	private isLabel(): boolean {
		const { cursor } = this;
		const { mark, at } = cursor.behind();
		return cursor.word !== '' && mark === 0x3a && cursor.text.charCodeAt(at + 1) !== 0x3a;
	}
}
