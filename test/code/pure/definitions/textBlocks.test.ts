import assert from 'node:assert/strict';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { TextBlocks } from '../../../../src/code/pure/definitions/textBlocks';
import type { CodeSymbol } from '../../../../src/runs/pure/model/symbol';
import { requireLinear } from '../../../hostile/cpuGrowth';
import { hostileUnits } from '../../../hostile/hostileUnits';
import { installedGrammars } from '../../../support/grammars';

const { texts } = installedGrammars();
assert.ok(texts !== undefined);
const { kinds } = texts;
const reader = new TextBlocks(texts);

/** `1-3 function open_total`; a container is before the name. */
function shown({ startLine, endLine, kind, container, name }: CodeSymbol): string {
	return `${startLine}-${endLine} ${kind} ${container === '' ? name : `${container} > ${name}`}`;
}

function blocksOf(path: string, rows: readonly string[]): string[] | undefined {
	return reader.of(path, `${rows.join('\n')}\n`)?.blocks.map(shown);
}

/** By path: the rows of a text, and its blocks. */
const examples: Readonly<Record<string, readonly [rows: readonly string[], blocks: readonly string[]]>> = {
	'totals.sql': [
		[
			"CREATE OR REPLACE FUNCTION shop.open_total(shop INT) RETURNS INT AS $$ -- it's open",
			'  SELECT sum(cents); SELECT 1;',
			'$$ LANGUAGE sql;',
			'',
			'-- The lines.',
			'create table if not exists "lines" (',
			'  id int',
			');',
			'DELIMITER //',
			'CREATE PROCEDURE close_all()',
			'BEGIN',
			'  IF a THEN',
			'    SELECT CASE WHEN a THEN 1 END;',
			'  END IF;',
			'END //',
			'SELECT 1;',
		],
		['1-3 function open_total', '6-8 class lines', '10-15 function close_all', '16-16 type SELECT 1'],
	],
	'shop.less': [
		[
			'@gap: 4px;',
			'.rounded(@size) { border-radius: @size; }',
			'.cart,',
			'.basket:hover {',
			'  color: red; // not }',
			'  .line {',
			'    top: 0;',
			'  }',
			'}',
			'@media (min-width: 10px) {',
			'  a { b: c }',
			'}',
		],
		[
			'1-1 constant @gap',
			'2-2 function rounded',
			'3-9 type .cart',
			'6-8 type .cart > .line',
			'10-12 type @media (min-width: 10px)',
			'11-11 type @media (min-width: 10px) > a',
		],
	],
	'.github/workflows/check.yml': [
		[
			'name: check',
			'jobs:',
			'  test:',
			'    steps:',
			'    - name: Run all',
			'      run: |',
			'        a: b',
			'    - uses: x',
			'on:',
			'- push',
		],
		[
			'1-1 constant name',
			'2-8 type jobs',
			'3-8 type jobs > test',
			'4-8 type jobs.test > steps',
			'5-7 type test.steps > Run all',
			'9-10 type on',
		],
	],
	'app.toml': [
		['debug = true', '[server]', 'port = 1', '', '# The second.', '[server.tls]', 'cert = "[a]"'],
		[
			'1-1 constant debug',
			'2-3 type server',
			'3-3 constant server > port',
			'6-7 type server.tls',
			'7-7 constant server.tls > cert',
		],
	],
	'app.json': [
		['{', '  "server": {', '    "port": 1', '  },', '  "name": "a {"', '}'],
		['2-4 type server', '3-3 field server > port', '5-5 field name'],
	],
	'res/values/strings.xml': [
		['<resources>', '  <string name="open">Open</string>', '  <string name="long">a', '    b</string>', '</resources>'],
		['2-2 type open', '3-4 type long'],
	],
	'main.tf': [
		[
			'# The logs.',
			'resource "aws_s3_bucket" "logs" {',
			'  tags = {',
			'    a = "}"',
			'  }',
			'}',
			'variable "region" {',
			'  default = "x"',
			'}',
		],
		['2-6 class aws_s3_bucket > logs', '3-5 field logs > tags', '7-9 class region'],
	],
	Dockerfile: [
		['FROM node:24 AS build', 'RUN npm ci', '', '# Small.', 'FROM scratch', 'COPY --from=build a b'],
		['1-2 class build', '5-6 class scratch'],
	],
	Makefile: [
		['CC := gcc', 'all: a.o \\', '\tb.o', '\t$(CC) -o $@', '', 'clean:', '\trm -f a'],
		['1-1 constant CC', '2-4 function all', '6-7 function clean'],
	],
	'CMakeLists.txt': [
		['function(add_shop name)', '  if(A)', '  endif()', 'endfunction()', 'add_library(shop', '  a.c', ')'],
		['1-4 function add_shop', '5-7 type shop'],
	],
	'shop.m4': [
		['dnl A macro.', 'AC_DEFUN([SHOP_CHECK], [', '  AC_ARG_WITH([shop], [x (y)])', '])'],
		['2-4 macro SHOP_CHECK', '3-3 type SHOP_CHECK > shop'],
	],
	'shop.proto': [
		[
			'message Cart {',
			'  repeated Line lines = 1; // }',
			'}',
			'service Shop {',
			'  rpc Add(Line) returns (Cart);',
			'}',
		],
		['1-3 class Cart', '4-6 interface Shop', '5-5 method Shop > Add'],
	],
	'shop.graphql': [
		['type Cart {', '  total: Int', '}', 'query Open($a: Int) {', '  carts { total }', '}'],
		['1-3 class Cart', '4-6 function Open'],
	],
	'cart.clj': [
		['(ns shop.cart)', '(defn total', '  "The (sum"', '  [lines]', '  (reduce + lines))', '', '(def limit 10)'],
		['1-1 module shop.cart', '2-5 function total', '7-7 constant limit'],
	],
	'cart.erl': [
		['-module(cart).', 'total([]) -> 0; % empty.', 'total([H|T]) ->', '  H + total(T).', '', 'empty() -> [].'],
		['1-1 module cart', '2-4 function total', '6-6 function empty'],
	],
	'Cart.pm': [
		['package Cart;', 'sub total {', '  my $a = "}";', '  return $a;', '}'],
		['1-5 module Cart', '2-5 function Cart > total'],
	],
	'Cart.swift': [
		[
			'final class Cart: Base {',
			'  static let limit = 1',
			'  private func add(',
			'    line: Line',
			'  ) -> Int {',
			'    apply { $0 }',
			'  }',
			'}',
		],
		['1-8 class Cart', '2-2 constant Cart > limit', '3-7 method Cart > add'],
	],
	'cart.dart': [
		[
			'class Cart extends Base {',
			'  int get total => 1;',
			'  Future<void> add(Line a) async {',
			'    save(a);',
			'  }',
			'}',
			'void main() {',
			'  run();',
			'}',
		],
		['1-6 class Cart', '2-2 method Cart > total', '3-5 method Cart > add', '7-9 function main'],
	],
	'cart.jl': [
		[
			'function total(lines)',
			'    for a in lines',
			'    end',
			'end',
			'double(x) = 2x',
			'struct Line',
			'    cents',
			'end',
		],
		['1-4 function total', '5-5 function double', '6-8 class Line'],
	],
	'page.html': [
		[
			'<div id="cart" class="a">',
			'  <br>',
			'  <form action="x">',
			'  </form>',
			'</div>',
			'{% block total %}',
			'a',
			'{% endblock %}',
		],
		['1-5 type cart', '3-4 type cart > form', '6-8 type total'],
	],
};

describe('texts without a grammar', () => {
	for (const [path, [rows, blocks]] of Object.entries(examples)) {
		it(`are divided into blocks: ${path}`, () => {
			assert.deepEqual(blocksOf(path, rows), blocks);
			const returns = reader.of(path, `${rows.join('\r\n')}\r\n`)?.blocks.map(shown);
			assert.deepEqual(returns, blocks, 'with carriage returns');
		});
	}

	it('have the comment above a block as its documentation, and the header of a block in braces', () => {
		const text = '# The logs.\nresource "a" "logs"\n{\n}\n';
		const [block] = reader.of('main.tf', text)?.blocks ?? [];
		assert.deepEqual(block?.doc, { startLine: 1, endLine: 1 });
		assert.deepEqual([block?.headerEndLine, block?.endLine], [2, 4]);
	});

	it('have the functions of the scripts in a page, in their lines', async () => {
		const text = '<p class="a">x</p>\n<script>\nfunction apply(code) {\n  return 1;\n}\n</script>\n';
		const symbols = await new SourceParser(installedGrammars()).blocks('a.html', text);
		assert.deepEqual(symbols?.map(shown), ['1-1 type a', '3-5 function apply']);
	});

	it('are left out if they are documentation, locked versions, translations, minified or large', () => {
		const text = ['{', '  "a": {', '  }', '}'];
		for (const path of ['README.md', 'a.rst', 'notes.txt', 'package-lock.json', 'x/pnpm-lock.yaml', 'a.min.css']) {
			assert.equal(blocksOf(path, text), undefined, path);
		}
		for (const path of ['res/values-de/strings.xml', 'src/locales/fr/a.json', 'i18n/messages.pt-BR.json']) {
			assert.equal(blocksOf(path, text), undefined, path);
		}
		for (const path of ['res/values/strings.xml', 'src/locales/en/a.json', 'i18n/messages.en.json']) {
			assert.notEqual(blocksOf(path, text), undefined, path);
		}
		assert.equal(blocksOf('a.json', [`"a": "${'b'.repeat(9000)}"`]), undefined);
		assert.equal(blocksOf('a.json', Array(20_000).fill('  "a": 1,')), undefined);
	});

	it('take work in proportion to their length: no expression gets a long text, and none a row twice', () => {
		const { exec, test } = RegExp.prototype;
		const longest = { rules: 0, calls: 0 };
		const rules = new Set(
			kinds.flatMap(kind => kind.rules).flatMap(rule => (typeof rule === 'string' ? [] : [rule.row])),
		);
		RegExp.prototype.exec = function (text) {
			if (rules.has(this.source)) {
				longest.rules = Math.max(longest.rules, text.length);
				longest.calls++;
			}
			return exec.call(this, text);
		};
		try {
			const nRows = 3000;
			reader.of('a.tf', Array(nRows).fill('resource "a" "b" { x(((').join('\n'));
			const ofInfrastructure = kinds.find(({ extensions }) => extensions.includes('.tf'))?.rules.length ?? 0;
			assert.ok(longest.calls > 0 && longest.calls <= nRows * ofInfrastructure, `${longest.calls}`);
			reader.of('b.tf', `${' '.repeat(3000)}a\n`.repeat(3) + 'a\n'.repeat(300));
			assert.ok(longest.rules <= 240, `${longest.rules}`);
		} finally {
			Object.assign(RegExp.prototype, { exec, test });
		}
	});

	for (const { name, extensions, fileNames = [] } of kinds) {
		const path = `a${extensions[0] ?? ''}`;
		it(`take linear time, whatever they are: ${name}`, async () => {
			assert.ok(extensions.length > 0 || fileNames.length > 0);
			const read = (text: string) => reader.of(path, text.replaceAll('\0', '\n'))?.blocks;
			for (const unit of [
				'{',
				'a {\n',
				' a:\n',
				'(a',
				'<a id="b">\n',
				'"""\n',
				'/*',
				'begin\n',
				'def a\n  end\n',
				...hostileUnits.slice(0, 8),
			]) {
				await requireLinear(read, { unit: `${unit}${unit.includes('\n') ? '' : '\n'}` });
			}
		});
	}
});
