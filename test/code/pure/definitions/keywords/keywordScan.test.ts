import assert from 'node:assert/strict';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { installedGrammars } from '../../../../support/grammars';

const language = installedGrammars().languages.find(({ id }) => id === 'kotlin');
assert.ok(language?.reader);
const read = readerOf(language);

function scan(text: string): readonly CodeSymbol[] | undefined {
	return read?.(text, 'a.kt');
}

/** `container.name first..last` of each definition. */
function found(text: string): string[] | undefined {
	return scan(text)?.map(({ container, name, startLine, endLine }) => `${container}.${name} ${startLine}..${endLine}`);
}

describe('scanKeywords', () => {
	it('ends a value with its row, unless the next one continues it', () => {
		assert.deepEqual(found('val a = b\n  .c()\n  ?: d\nval e = f +\n  g\nval h = i as List<J>\nval k = l'), [
			'.a 1..3',
			'.e 4..5',
			'.h 6..6',
			'.k 7..7',
		]);
	});

	it('takes a name between operands for an operator', () => {
		assert.deepEqual(found('val a = b shl\n  c\nfun d() = e'), ['.a 1..2', '.d 3..3']);
	});

	it('takes words that may be modifiers for names where no definition follows', () => {
		assert.deepEqual(found('fun a() {\n  open(data)\n  inner\n}\nopen class B'), ['.a 1..4', '.B 5..5']);
	});

	it('reads templates in strings as far as they nest, by the number of their signs', () => {
		const [one, two] = ['\x24{', '\x24\x24{'];
		assert.deepEqual(found(`val a = "${one}"${one}b}"} \\${one}"\nval c = \x24\x24"""${one} ${two}d} """\nval e = 1`), [
			'.a 1..1',
			'.c 2..2',
			'.e 3..3',
		]);
	});

	it('reads nested comments', () => {
		assert.deepEqual(found('/* /* fun a() */ fun b() */ fun c() = 1'), ['.c 1..1']);
	});

	it('does not read a text whose brackets, strings or comments do not end', () => {
		for (const text of ['class A {', 'fun a())', 'val a = "b\n', '/* /* */', 'val a = """b"" ']) {
			assert.equal(scan(text), undefined, text);
		}
	});

	it('does not read blocks that are nested too deep', () => {
		assert.equal(scan(`${'class A {'.repeat(400)}${'}'.repeat(400)}`), undefined);
	});
});
