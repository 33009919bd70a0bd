import assert from 'node:assert/strict';
import { placeOfLines, placeOfSymbol } from '../../../../src/code/pure/search/foundPlace';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

const script = `namespace shop {
	export function open() {}
	export class Book {
		cancel() {}
	}
}
`;

const source = `class Outer:
    level = 1

    class Inner:
        def run(self):
            def step():
                return 1
            return step


def build():
    class Local:
        def go(self):
            pass


LIMIT = 1
`;

describe('the place of a definition', () => {
	let workspace: MemoryWorkspace;
	before(async () => {
		workspace = await memoryWorkspace({ 'a.py': source, 'shop.ts': script });
	});

	const names: [name: string, owner: string | undefined, method: string | undefined][] = [
		['Outer', 'Outer', undefined],
		['level', 'Outer', undefined],
		['Inner', 'Outer.Inner', undefined],
		['run', 'Outer.Inner', 'run'],
		['step', 'Outer.Inner', 'run.step'],
		['build', undefined, 'build'],
		['Local', 'build.Local', undefined],
		['go', 'build.Local', 'go'],
		['LIMIT', undefined, undefined],
		['open', undefined, 'shop.open'],
		['cancel', 'shop.Book', 'cancel'],
	];
	for (const [name, owner, method] of names) {
		it(`of ${name} names class ${owner ?? '-'} and method ${method ?? '-'}`, () => {
			const [symbol] = workspace.index.named(name);
			assert.ok(symbol);
			const place = placeOfSymbol(workspace.index, symbol);
			assert.deepEqual([place.class, place.method], [owner, method]);
			assert.deepEqual([place.startLine, place.endLine], [symbol.startLine, symbol.endLine]);
		});
	}

	it('and of lines in it names what contains all of them', () => {
		const names = (startLine: number, endLine: number) => {
			const place = placeOfLines(workspace.index, 'a.py', { startLine, endLine });
			return [place.class, place.method];
		};
		assert.deepEqual(names(7, 7), ['Outer.Inner', 'run.step']);
		assert.deepEqual(names(7, 8), ['Outer.Inner', 'run']);
		assert.deepEqual(names(2, 8), ['Outer', undefined]);
		assert.deepEqual(names(8, 12), [undefined, undefined]);
	});
});
