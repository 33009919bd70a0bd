import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

type Instrumented = (source: string, options: object) => string | undefined;

/** Each sets `result`: in the form that a rewriter of code is likely to break. */
const programs: Readonly<Record<string, string>> = {
	'functions without a body': 'function f() {} const g = () => {}; result = [f(), g()];',
	'directives alone in a body': "function f() { 'use strict' } result = f();",
	'objects and sequences that arrows return':
		'const f = x => ({ x }); const g = (a, b) => (a, b); result = [f(1), g(1, 2)];',
	'comments and defaults before an arrow':
		'const f = (a /* => */, b = (() => 2)()) /* => */ => // =>\n a + b; result = f(1);',
	'statements without braces and semicolons':
		'let n = 0\nfor (let i = 0; i < 3; i++) n += i\nif (n > 9) n = 0\nelse if (n > 2) n = 7\nelse n = 1\ndo n++\nwhile (n < 9)\nresult = n',
	'functions that are used above their declaration':
		'function f() { return g(); function g() { return 1; } } result = f();',
	'a function and a variable of one name':
		'function f() { var g; function g() { return 1; } return typeof g; } result = f();',
	'values that are not there yet':
		'function f(x) { const g = () => later; if (x) { return 0; } let later = 1; return g(); } result = [f(true), f(false)];',
	'constructors of derived classes':
		'class A { constructor(x) { this.x = x; } } class B extends A { #y = 2; constructor() { super(1); this.z = this.#y; } get sum() { return this.x + this.z; } static { B.s = 3; } } result = [new B().sum, B.s];',
	'generators and labels':
		'function* g() { const got = yield 1; outer: for (;;) { for (;;) { break outer; } } return got; } const it = g(); result = [it.next(), it.next(5), it.next()];',
	'errors that pass and are handled':
		'function f() { try { throw new Error("a"); } catch { return 1; } finally { done = 1; } } let done = 0; function g() { throw new TypeError("b"); } let name; try { g(); } catch (error) { name = error.message; } result = [f(), done, name];',
	'cases that share names':
		'function f(x) { switch (x) { case 1: let y = 2; return y; default: y = 3; return y; } } result = f(1);',
	'arguments and this': 'const o = { a: 1, m() { return (() => this.a + arguments.length)(); } }; result = o.m(1, 2);',
};

describe('Code that reports its calls', () => {
	const folder = new TestFolder();
	let instrumented: Instrumented;

	beforeEach(() => {
		folder.write({ 'acorn.cjs': '' });
		for (const name of ['instrumentCalls.cjs', 'functionNames.cjs', 'localNames.cjs']) {
			copyFileSync(join(repoRoot, 'syntaxes/javascript', name), folder.path(name));
		}
		copyFileSync(join(repoRoot, 'node_modules/acorn/dist/acorn.js'), folder.path('acorn.cjs'));
		({ instrumented } = createRequire(folder.path('acorn.cjs'))('./instrumentCalls.cjs') as {
			readonly instrumented: Instrumented;
		});
	});

	for (const [what, source] of Object.entries(programs)) {
		it(`does the same: ${what}`, () => {
			let nFunctions = 0;
			const options = { lineOf: (line: number) => line, add: () => nFunctions++ };
			const changed = instrumented(source, options) ?? '';
			const events: string[] = [];
			assert.deepEqual(resultOf(changed, events), resultOf(source, []));
			assert.equal(changed.split('\n').length, source.split('\n').length);
			assert.ok(nFunctions === 0 || events.length > 0 || what.includes('of one name'));
		});
	}
});

/** With a recorder that counts what it is told. */
function resultOf(source: string, events: string[]): string {
	const call = {
		n: true,
		l: (line: number) => events.push(`line ${line}`),
		v: (values: object) => events.push(Object.keys(values).join()),
		o: (values: () => object) => {
			try {
				events.push(Object.keys(values()).join());
			} catch {
				events.push('not there');
			}
		},
		r: (value: unknown) => value,
		w: (value: unknown) => value,
		x: (error: unknown) => error,
		h: () => events.push('handled'),
		e: () => events.push('end'),
	};
	const context = { result: undefined as unknown, $faultline: { on: true, off: call, call: () => call } };
	runInNewContext(source, context);
	return JSON.stringify(context.result);
}
