import assert from 'node:assert/strict';
import fc from 'fast-check';
import { searchToolset } from '../../../../src/engine/stages/locate/agent/searchStyle';
import type { NamedPlace } from '../../../../src/localizer/pure/resolve/namedPlaces';
import { proseReply } from '../../../../src/models/pure/reply/proseReply';

function read(text: string) {
	return proseReply(text, searchToolset);
}

/** `tool argument argument` */
function calls(text: string): string[] {
	return read(text).calls.map(({ tool, args }) => [tool, ...Object.values(args)].join(' '));
}

/** `file class method`, with a dash for what is absent. */
function places(text: string): string[] {
	return read(text).report.map(written);
}

function written({ file = '-', class: className = '-', method = '-', startLine, endLine }: NamedPlace): string {
	return `${file} ${className} ${method}${startLine === undefined ? '' : ` ${startLine}-${endLine}`}`;
}

const invoice = 'search_class Invoice';
const save = 'search_method_in_class save Invoice';

describe('the cause of a place', () => {
	it('is read beside its intended behavior, for each place', () => {
		const text = [
			'File: a/b.py',
			'Method: save',
			'Intended behavior: Store the total',
			'of all lines.',
			'Cause: The total is computed before the last line is added.',
			'',
			'File: c.py',
			'Method: load',
			'Root cause: It reads the old total.',
			'Intended behavior: Read the new one.',
		].join('\n');
		assert.deepEqual(
			read(text).report.map(({ method, cause, intendedBehavior }) => [method, cause, intendedBehavior]),
			[
				['save', 'The total is computed before the last line is added.', 'Store the total of all lines.'],
				['load', 'It reads the old total.', 'Read the new one.'],
			],
		);
	});
});

describe('a request in other words than a call', () => {
	for (const [title, text, nCalls, missed] of [
		[
			'beside calls',
			'I need:\n- `search_method_in_file with method_name "decompose" and file_name "a/intpoly.py"`\n- `search_code for `separate=True`\n- search_method("main_integrate")',
			1,
			['search_method_in_file with', 'search_code for'],
		],
		[
			'with the name in a code span',
			'Use `search_code` for `separate=True`, then search_class("A").',
			1,
			['search_code`'],
		],
		['alone', 'Next: search_class with “Invoice”.', 0, ['search_class with']],
		[
			'on one line with another',
			'search_code for "a", search_class for "B"',
			0,
			['search_code for', 'search_class for'],
		],
	] as const) {
		it(`is named as not understood: ${title}`, () => {
			const { calls: found, problems, isSure } = read(text);
			assert.equal(found.length, nCalls);
			assert.equal(isSure, false);
			assert.equal(problems.length, missed.length);
			missed.forEach((start, at) => {
				assert.ok(problems[at]?.includes(`not done: ${start}`), problems[at]);
			});
		});
	}

	for (const text of [
		'With search_class I look at `Invoice`: search_class("Invoice").',
		'search_code(query: str) and `search_method` could help too. search_class("Invoice") shows `Invoice.save`.',
		'search_class("Invoice")',
	]) {
		it(`is not seen in: ${text}`, () => assert.deepEqual([read(text).problems, read(text).isSure], [[], true]));
	}
});

describe('calls in prose', () => {
	const readings: readonly (readonly [title: string, text: string, ...expected: string[]])[] = [
		['alone', 'search_class("Invoice")', invoice],
		[
			'in a numbered list',
			'I would look:\n1. `search_class("Invoice")`: its fields.\n2. `search_method_in_class("save", "Invoice")`: how.',
			invoice,
			save,
		],
		['in bullets', '- search_class("Invoice")\n* search_method_in_class("save", "Invoice")', invoice, save],
		[
			'in a fence',
			'So:\n```plaintext\nsearch_class("Invoice")\nsearch_method_in_class("save", "Invoice")\n```',
			invoice,
			save,
		],
		[
			'several on a line',
			'Run `search_class("Invoice")` and search_method_in_class("save", "Invoice"), please.',
			invoice,
			save,
		],
		['over several lines', 'search_method_in_class(\n    "save",\n    "Invoice",\n)', save],
		['below bold titles', '1. **Search for `Invoice`**: we need it.\n   - `search_class("Invoice")`', invoice],
		['once where they are repeated', 'First search_class("Invoice"). Then again `search_class(\'Invoice\')`.', invoice],
		[
			'that look for code with a call of a tool in it',
			'search_code("search_class(\'a\')")',
			"search_code search_class('a')",
		],
		[
			'beside tools that are only named',
			'search_class(class_name: str) can help, as search_code(...) and search_method() do: search_class("Invoice")',
			invoice,
		],
		['outside of thoughts', '<think>search_method("save")?</think>search_class("Invoice")', invoice],
		['in JSON', '```json\n{"API_calls": ["search_class(\'Invoice\')"], "bug_locations": []}\n```', invoice],
	];
	for (const [title, text, ...expected] of readings) {
		it(`are found ${title}`, () => {
			const reply = read(text);
			assert.deepEqual(calls(text), expected);
			assert.deepEqual([reply.problems, reply.isSure], [[], true]);
		});
	}

	it('of a name like a tool are a problem, and not sure', () => {
		const reply = read('- search_file("bill.py")\n- search_class("Invoice")');
		assert.match(reply.problems.join(), /There is no tool "search_file"/);
		assert.deepEqual([reply.calls.length, reply.isSure], [1, false]);
	});

	it('that cannot be made are a problem, and not sure', () => {
		const reply = read('search_class("Invoice", "bill.py", 3)');
		assert.match(reply.problems.join(), /3 arguments given, it takes 1/);
		assert.equal(reply.isSure, false);
	});

	for (const text of [
		'It calls get_total("a") and re.search("b").',
		'def search_class(name):',
		'print("search")',
		'We save() it.',
	]) {
		it(`are not seen in ${text}`, () => assert.deepEqual([calls(text), read(text).problems], [[], []]));
	}

	it('are not sure if the text states that none is needed', () => {
		assert.equal(read('No further context is needed beyond `search_class("Invoice")`.').isSure, false);
	});

	it('keep the locations named beside them', () => {
		const text = '- more context: search_class("Invoice")\n- bug locations:\n  - File: `bill.py`\n  - Method: `save`';
		assert.deepEqual([calls(text), places(text)], [[invoice], ['bill.py - save']]);
	});

	it('are no locations themselves', () => {
		assert.deepEqual(places('We look into the bug:\n- search_code_in_file("total", "billing/bill.py")'), []);
	});
});

describe('locations with labels', () => {
	const readings: readonly (readonly [title: string, text: string, ...expected: string[]])[] = [
		['one a line', 'Buggy File: `a/b.py`\nBuggy Class: `Invoice`\nBuggy Method: `save`', 'a/b.py Invoice save'],
		['on one line', '- file: a/b.py, class: Invoice, method: save', 'a/b.py Invoice save'],
		['with dashes between', '1. File: `a/b.py` - Method: `save`', 'a/b.py - save'],
		['in bold', '- **Buggy File**: `a/b.py`\n- **Buggy Method**: `save` in the `Invoice` class', 'a/b.py Invoice save'],
		[
			'with the colon in bold',
			'- **File:** `a/b.py`\n  - **Method:** `save` of the `Invoice` class',
			'a/b.py Invoice save',
		],
		['with equals signs', 'file=a/b.py, class=Invoice, method=save', 'a/b.py Invoice save'],
		['with the class before the method', 'File: a/b.py\nMethod: `Invoice.save`', 'a/b.py Invoice save'],
		['with the class last', 'File: a/b.py\nMethod: save\nClass: Invoice', 'a/b.py Invoice save'],
		['with the file last', 'Class: Invoice\nMethod: save\nFile: a/b.py', 'a/b.py Invoice save'],
		[
			'with several methods',
			'File: `a/b.py`\nMethods: `save`, potentially `load`, and `drop` within the `Invoice` class.',
			'a/b.py Invoice save',
			'a/b.py Invoice load',
			'a/b.py Invoice drop',
		],
		[
			'with several methods without quotes',
			'- File: a/b.py\n- Methods: save, possibly load',
			'a/b.py - save',
			'a/b.py - load',
		],
		[
			'with methods in a list',
			'- Buggy file: `a/b.py`\n- Buggy methods:\n  - `save`: writes twice.\n  - `load` method in the `Invoice` class',
			'a/b.py - save',
			'a/b.py Invoice load',
		],
		[
			'for several files',
			'File: a/b.py\n- Method: save\nFile: a/c.py\n- Method: load\n- Method: drop',
			'a/b.py - save',
			'a/c.py - load',
			'a/c.py - drop',
		],
		[
			'for several classes of a file',
			'File: a/b.py\nClass: Invoice\nMethod: save\nClass: Order\nMethod: load',
			'a/b.py Invoice save',
			'a/b.py Order load',
		],
		['for a file alone', 'Bug location: `a/b.py`', 'a/b.py - -'],
		['without a method', 'File: a/b.py\nMethod: not known', 'a/b.py - -'],
		['with a line', 'File: a/b.py:12', 'a/b.py - - 12-12'],
		['with lines behind the path', 'File: `a/b.py` (lines 3-9)', 'a/b.py - - 3-9'],
		['with lines of their own', 'File: a/b.py\nMethod: save\nLines: 3 to 9', 'a/b.py - save 3-9'],
		[
			'with remarks below',
			'- File: `a/b.py`\n  - This file reads `TotalError` again.\n- File: `a/c.py`',
			'a/b.py - -',
			'a/c.py - -',
		],
		[
			'below a question of two',
			'- do we need more context:\n\n- where are bug locations:\n  - File: `a/b.py`\n  - Method: `save`',
			'a/b.py - save',
		],
		[
			'in JSON',
			'It is here:\n```json\n[{"file": "a/b.py", "class": "Invoice", "method": "save"}]\n```',
			'a/b.py Invoice save',
		],
	];
	for (const [title, text, ...expected] of readings) {
		it(`are read ${title}`, () => {
			assert.deepEqual(places(text), expected);
			assert.equal(read(text).isSure, true);
		});
	}

	for (const [title, text] of [
		[
			'under a label',
			'File: a/b.py\nMethod: save\nIntended behavior: The total is rounded once,\nat the end.\n\nThat is all.',
		],
		[
			'under a label on the same line',
			'- file: a/b.py, method: save, intended behavior: The total is rounded once, at the end.',
		],
		[
			'as what it should do',
			'File: a/b.py\nMethod: `save` - It runs twice. The total should be rounded once, at the end.',
		],
	] as const) {
		it(`keep the intended behavior ${title}`, () => {
			const [place] = read(text).report;
			assert.match(place?.intendedBehavior ?? '', /^The total (?:is|should be) rounded once, at the end\.$/);
		});
	}

	for (const [title, text, ...expected] of [
		[
			'a method is described',
			'File: `a/b.py`\nMethod: Likely where `save` method of class `Invoice` rounds.',
			'a/b.py - -',
		],
		[
			'a remark names another method',
			'File: `a/b.py`\nMethod: `save`. The `load` method may be wrong as well.',
			'a/b.py - save',
		],
		[
			'a name follows a path',
			'Bug locations:\n- `a/b.py`: `save`\n- `a/c.py`: `Invoice.load`',
			'a/b.py - -',
			'a/c.py - -',
		],
	] as const) {
		it(`are not sure where ${title}`, () => {
			assert.deepEqual([places(text), read(text).isSure], [expected, false]);
		});
	}
});

describe('locations in sentences', () => {
	for (const text of [
		'',
		'I cannot search any more. Read the documentation of `billing` instead.',
		'The method is wrong.',
		'The bug is in the `save` method of the `Invoice` class in `a/b.py`.',
		'| File | Method |\n|---|---|\n| `a/b.py` | `save` |',
	]) {
		it(`are not seen in ${JSON.stringify(text)}`, () => {
			assert.deepEqual(read(text), { calls: [], report: [], problems: [], isSure: false });
		});
	}
});

describe('any text', () => {
	it('is read as prose without an error', () => {
		const pieces = [
			'search_class(',
			'"',
			"'",
			')',
			', ',
			'\n',
			'- ',
			'File: ',
			'Method: ',
			'`',
			'a/b.py',
			'{',
			'}',
			'[',
			'```',
			'|',
			'Invoice',
			': ',
		];
		fc.assert(
			fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 }), parts => {
				const reply = read(parts.join(''));
				assert.ok(!reply.isSure || (reply.problems.length === 0 && reply.calls.length + reply.report.length > 0));
			}),
		);
	});
});
