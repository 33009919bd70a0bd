import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ReadCall } from '../../../../src/models/pure/reply/agentReply';
import { readInvocation } from '../../../../src/models/pure/reply/invocation';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import { searchTools } from '../../../../src/models/pure/tools/toolTable';

function called(text: string): readonly unknown[] {
	const read = readInvocation(text, searchTools);
	assert.ok(read !== undefined && 'call' in read, `${text}: ${JSON.stringify(read)}`);
	return [read.call.tool, ...Object.values(read.call.args)];
}

function problem(text: string): string {
	const read = readInvocation(text, searchTools);
	assert.ok(read !== undefined && 'problem' in read, `${text}: ${JSON.stringify(read)}`);
	return read.problem;
}

describe('a written call', () => {
	const inClass = ['search_method_in_class', 'save', 'Invoice'];
	const readings: readonly (readonly [title: string, text: string, ...expected: (string | number)[]])[] = [
		['with positional arguments', `search_method_in_class("save", "Invoice")`, ...inClass],
		[
			'with keyword arguments in any order',
			`search_method_in_class(class_name='Invoice', method_name='save')`,
			...inClass,
		],
		['with both', `search_method_in_class("save", class_name='Invoice')`, ...inClass],
		['with annotated keywords', `search_method_in_class(method_name: str = "save", class_name: "Invoice")`, ...inClass],
		['on an object', `self.search_method_in_class("save", "Invoice")`, ...inClass],
		['on several objects', `agent.search_api.search_method_in_class("save", "Invoice")`, ...inClass],
		['in other letters', `SearchMethodInClass("save", "Invoice")`, ...inClass],
		['with underscores escaped for markdown', String.raw`search\_method\_in\_class("save", "Invoice")`, ...inClass],
		[
			'in a code span, numbered, with prose behind',
			'1. `search_method_in_class("save", "Invoice")`: it writes.',
			...inClass,
		],
		['with the name alone in a code span', '`search_method_in_class`("save", "Invoice")', ...inClass],
		['over several lines, with a last comma', 'search_method_in_class(\n  "save",\n  "Invoice",\n)', ...inClass],
		['with smart quotes in straight ones', 'search_code("say “hi”, then")', 'search_code', 'say “hi”, then'],
		[
			'with a quote at the end of code without quotes',
			'search_code(print("a" + "b"))',
			'search_code',
			'print("a" + "b")',
		],
		['with an expression of literals', 'search_code("a" + b)', 'search_code', '"a" + b'],
		['with smart quotes', 'search_method_in_class(“save”, ‘Invoice’)', ...inClass],
		['with backticks for quotes', 'search_method_in_class(`save`, `Invoice`)', ...inClass],
		['with triple quotes', `search_method_in_class("""save""", '''Invoice''')`, ...inClass],
		['without quotes', 'search_method_in_class(save, Invoice)', ...inClass],
		['with a full stop behind', 'search_class("Invoice").', 'search_class', 'Invoice'],
		[
			'with wrong keywords that share a word',
			`search_code_in_file(file_path="bill.py", code="total")`,
			'search_code_in_file',
			'total',
			'bill.py',
		],
		[
			'with a path without quotes',
			'search_method_in_file(save, billing/bill.py)',
			'search_method_in_file',
			'save',
			'billing/bill.py',
		],
		[
			'with a dotted module',
			'search_class_in_file("Invoice", "billing.bill")',
			'search_class_in_file',
			'Invoice',
			'billing.bill',
		],
		['with numbers', 'get_code_around_line("bill.py", 12, 3)', 'get_code_around_line', 'bill.py', 12, 3],
		[
			'with numbers as text and a default',
			'get_code_around_line("bill.py", line_no="12")',
			'get_code_around_line',
			'bill.py',
			12,
			10,
		],
		['with None for a default', 'get_code_around_line("bill.py", 12, None)', 'get_code_around_line', 'bill.py', 12, 10],
		['with escapes', String.raw`search_code("a\tb \"c\"\nd\u00e9 \\")`, 'search_code', 'a\tb "c"\ndé \\'],
		['with a backslash that is no escape', String.raw`search_code("\d+\.py")`, 'search_code', String.raw`\d+\.py`],
		['with a raw literal', String.raw`search_code(r"a\nb")`, 'search_code', String.raw`a\nb`],
		['with literals in a row', `search_code("total " 'of' """ all""")`, 'search_code', 'total of all'],
		['with the other quotes inside', `search_code("row['total']")`, 'search_code', "row['total']"],
		['with the same quotes inside', `search_code("print("total")")`, 'search_code', 'print("total")'],
		[
			'with the same quotes and a comma inside',
			`search_code_in_file("get("a", "b")", "bill.py")`,
			'search_code_in_file',
			'get("a", "b")',
			'bill.py',
		],
		['with an apostrophe in single quotes', `search_code('can't pay')`, 'search_code', "can't pay"],
		[
			'with code without quotes',
			'search_code(self.total = add(a, (b, c)))',
			'search_code',
			'self.total = add(a, (b, c))',
		],
		['with code without quotes that looks like a keyword', 'search_code(stale = True)', 'search_code', 'stale = True'],
		[
			'with code without quotes before a file',
			'search_code_in_file(add(a, b), bill.py)',
			'search_code_in_file',
			'add(a, b)',
			'bill.py',
		],
		['with brackets within quotes', 'search_code("def add(")', 'search_code', 'def add('],
		['cut off behind its last argument', 'search_class("Invoice"', 'search_class', 'Invoice'],
	];
	for (const [title, text, ...expected] of readings) {
		it(`is read ${title}`, () => assert.deepEqual(called(text), expected));
	}

	it('is kept as it was written', () => {
		const read = readInvocation('First: self.search_class( "Invoice" ), then more.', searchTools);
		const call: ReadCall | undefined = read !== undefined && 'call' in read ? read.call : undefined;
		assert.equal(call?.written, 'self.search_class( "Invoice" )');
	});

	it('with too few arguments is a problem that shows the signature', () => {
		assert.match(problem('search_class()'), /class_name is missing.*search_class\(class_name: string\)/);
	});

	it('with too many arguments is a problem that shows the signature', () => {
		assert.match(
			problem('search_class("A", "b.py")'),
			/2 arguments given, it takes 1.*search_class\(class_name: string\)/,
		);
	});

	it('with a wrong keyword that shares no word with a parameter is a problem', () => {
		assert.match(problem('search_code_in_file(query="total", path="bill.py")'), /code_str is missing/);
	});

	it('with an argument given twice is a problem', () => {
		assert.match(problem('get_code_around_line("a.py", file_name="b.py")'), /file_name is given twice/);
	});

	it('with a number that is none is a problem', () => {
		assert.match(problem('get_code_around_line("a.py", "top")'), /line_number must be a whole number, not "top"/);
	});

	for (const name of ['get_file_content', '_build_index', '__init__', 'constructor']) {
		it(`of ${name} is a problem that names the tools there are: only they can be called`, () => {
			assert.match(problem(`${name}("a.py")`), new RegExp(`There is no tool "${name}".*search_class\\(`));
		});
	}

	it('of a name that is only similar to some tools is a problem that names them', () => {
		const text = problem('search_the_class("Invoice")');
		assert.match(text, /similar: search_class\(/);
		assert.doesNotMatch(text, /get_code_around_line/);
	});

	for (const text of ['', 'no call here', 'search_class', '(search_class)', 'search_class("Invoice\n\nand more']) {
		it(`is not seen in ${JSON.stringify(text)}`, () => assert.equal(readInvocation(text, searchTools), undefined));
	}

	it('of any tool with any text is read as it was printed', () => {
		fc.assert(
			fc.property(printedCall(), ({ tool, args, text }) => {
				const read = readInvocation(text, searchTools);
				assert.deepEqual(read !== undefined && 'call' in read ? [read.call.tool, read.call.args] : read, [
					tool.name,
					args,
				]);
			}),
			{ numRuns: 1000 },
		);
	});
});

interface PrintedCall {
	readonly tool: Tool;
	readonly args: Readonly<Record<string, string | number>>;
	readonly text: string;
}

function printedCall(): fc.Arbitrary<PrintedCall> {
	const texts = fc
		.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'"\'`\\()[],=n \n.#a“’r') }))
		.filter(text => text.trim() !== '');
	return fc
		.constantFrom(...searchTools)
		.chain(tool =>
			fc.record({
				tool: fc.constant(tool),
				values: fc.tuple(...tool.parameters.map(({ type }) => (type === 'integer' ? fc.nat(9999) : texts))),
				quotes: fc.array(fc.constantFrom('"', "'", '"""', "'''", '`'), { minLength: 3, maxLength: 3 }),
				nPositional: fc.nat(tool.parameters.length),
				around: fc.constantFrom(['', ''], ['1. `', '` - to see'], ['self.', ''], ['```\n', '\n```']),
			}),
		)
		.map(({ tool, values, quotes, nPositional, around: [before, after] }) => {
			const printed = tool.parameters.map(({ name }, at) => {
				const value = values[at] ?? '';
				const literal = typeof value === 'number' ? `${value}` : print(value, quotes[at] ?? '"');
				return at < nPositional ? literal : `${name}=${literal}`;
			});
			return {
				tool,
				args: Object.fromEntries(tool.parameters.map(({ name }, at) => [name, values[at] ?? ''])),
				text: `${before}${tool.name}(${printed.join(', ')})${after}`,
			};
		});
}

/** As a literal: backslashes and the quote escaped. */
function print(text: string, quote: string): string {
	const letter = quote[0] ?? '';
	return quote + text.replaceAll('\\', '\\\\').replaceAll(letter, `\\${letter}`) + quote;
}
