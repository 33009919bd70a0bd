import assert from 'node:assert/strict';
import { judgeExecution } from '../../../../src/engine/stages/reproduce/judgeExecution';
import type { Execution } from '../../../../src/runs/pure/model/execution';
import { installedGrammars } from '../../../support/grammars';

const folder = '/scratch/shop';
const projectPaths = new Set([
	'shop/cart.py',
	'src/lib.rs',
	'cart.go',
	'src/Cart.php',
	'lib/cart.rb',
	'Cart.cs',
	'src/cart.c',
]);

interface Case {
	readonly title: string;
	readonly language: string;
	readonly output: string;
	readonly verdict: string;
	readonly issueErrors?: readonly string[];
	readonly execution?: Partial<Execution>;
	readonly why?: RegExp;
	readonly missing?: object;
}

/** Outputs as the runtimes that are not installed everywhere write them, and courses that are hard to bring about. */
const cases: readonly Case[] = [
	{
		title: 'an assertion in a function of the script, called by the project',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 9, in <module>
    each(check)
  File "${folder}/shop/cart.py", line 3, in each
    act(item)
  File "${folder}/faultline_reproducer.py", line 6, in check
    assert item == 1, item
AssertionError: 2`,
		verdict: 'reproduced',
		why: /AssertionError: 2/,
	},
	{
		title: 'an assertion whose message has several lines, up to the bracket it opens',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 4, in <module>
    assert got == want, got
AssertionError: block_collapse(Matrix([
[1, 0],
[0, 1]])) is wrong
unrelated`,
		verdict: 'reproduced',
		why: /AssertionError: block_collapse\(Matrix\(\[ \[1, 0\], \[0, 1\]\]\)\) is wrong$/,
	},
	{
		title: 'an assertion whose message opens a bracket that is never closed',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 4, in <module>
    assert got == "(", got
AssertionError: got (
unrelated`,
		verdict: 'reproduced',
		why: /AssertionError: got \($/,
	},
	{
		title: 'an assertion of the script that a library checks',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 4, in <module>
    assert_equal(total, 3)
  File "${folder}/.venv/lib/python3.11/site-packages/numpy/testing/_private/utils.py", line 425, in assert_equal
    raise AssertionError(msg)
AssertionError:
Items are not equal:`,
		verdict: 'reproduced',
	},
	{
		title: 'an assertion of the project, which the issue does not mention',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 1, in <module>
    import shop.cart
  File "${folder}/shop/cart.py", line 2, in <module>
    assert sys.version_info >= (3, 12)
AssertionError`,
		verdict: 'otherError',
		issueErrors: ['ValueError: negative price'],
		why: /assertion of the project/,
	},
	{
		title: 'an assertion of the project, which is what the issue is about',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 5, in <module>
    cart.total()
  File "${folder}/shop/cart.py", line 20, in total
    assert self.items
AssertionError`,
		verdict: 'reproduced',
		issueErrors: ['AssertionError'],
	},
	{
		title: 'the very crash of the issue',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 5, in <module>
    cart.total()
  File "${folder}/shop/cart.py", line 20, in total
    return prices[name]
KeyError: 'apple'`,
		verdict: 'reproduced',
		issueErrors: ["KeyError: 'apple'"],
	},
	{
		title: 'a crash of the same kind in the script itself',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 5, in <module>
    prices['apple']
KeyError: 'apple'`,
		verdict: 'otherError',
		issueErrors: ["KeyError: 'apple'"],
		why: /KeyError: 'apple'/,
	},
	{
		title: 'an assertion that is only mentioned',
		language: 'python',
		output: `checking that no AssertionError is raised
Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 5, in <module>
    cart.total(1)
TypeError: total() takes 1 positional argument but 2 were given`,
		verdict: 'otherError',
	},
	{
		title: 'an import error that an assertion led to',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/shop/cart.py", line 1, in <module>
    assert fast
AssertionError

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 1, in <module>
    import shop.cart
  File "${folder}/shop/cart.py", line 3, in <module>
    import numpy
ModuleNotFoundError: No module named 'numpy'`,
		verdict: 'environment',
		why: /No module named 'numpy'/,
		missing: { name: 'numpy', isOwn: false, install: '{interpreter} -m pip install numpy' },
	},
	{
		title: 'an assertion about an import error that was caught',
		language: 'python',
		output: `Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 2, in <module>
    load()
ImportError: no plugin

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "${folder}/faultline_reproducer.py", line 4, in <module>
    raise AssertionError('the plugin should be found')
AssertionError: the plugin should be found`,
		verdict: 'reproduced',
	},
	{
		title: 'a module that its package has under another name',
		language: 'python',
		output: "ModuleNotFoundError: No module named 'yaml.cyaml'",
		verdict: 'environment',
		missing: { name: 'yaml.cyaml', isOwn: false, install: '{interpreter} -m pip install PyYAML' },
	},
	{
		title: 'a module that the project does not have',
		language: 'python',
		output: "ModuleNotFoundError: No module named 'shop.carts'",
		verdict: 'environment',
		missing: { name: 'shop.carts', isOwn: true },
	},
	{
		title: 'a name that would be more than a name in a command',
		language: 'ruby',
		output: "r.rb:1:in `require': cannot load such file -- x;reboot (LoadError)",
		verdict: 'environment',
		missing: { name: 'x;reboot', isOwn: false },
	},
	{
		title: 'a file of the project that is not built',
		language: 'javascript',
		output: `node:internal/modules/esm/resolve:275
    throw new ERR_MODULE_NOT_FOUND(
          ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find module '${folder}/dist/esm/index.js' imported from ${folder}/r.mjs
    at finalizeResolution (node:internal/modules/esm/resolve:275:11) {
  code: 'ERR_MODULE_NOT_FOUND',
  url: 'file://${folder}/dist/esm/index.js'
}

Node.js v24.1.0`,
		verdict: 'environment',
		why: /^Something it needs is missing: Error \[ERR_MODULE_NOT_FOUND\]: Cannot find module/,
		missing: { name: 'dist/esm/index.js', isOwn: true },
	},
	{
		title: 'a package that is not installed, required',
		language: 'javascript',
		output: `Error: Cannot find module 'lodash/fp'
Require stack:
- ${folder}/src/cart.js
    at Module._resolveFilename (node:internal/modules/cjs/loader:1225:15) {
  code: 'MODULE_NOT_FOUND',
  requireStack: [ '${folder}/src/cart.js' ]
}`,
		verdict: 'environment',
		why: /: Error: Cannot find module 'lodash\/fp'$/,
		missing: { name: 'lodash', isOwn: false, install: 'npm install' },
	},
	{
		title: 'a panic with the agreed text',
		language: 'go',
		output: `panic: assertion failed: total is 3, not 2

goroutine 1 [running]:
main.main()
	${folder}/faultline_reproducer/main.go:8 +0x5c
exit status 2`,
		verdict: 'reproduced',
	},
	{
		title: 'a panic of the project',
		language: 'go',
		output: `panic: runtime error: index out of range [3] with length 2

goroutine 1 [running]:
shop.(*Cart).Total(...)
	${folder}/cart.go:12
main.main()
	${folder}/faultline_reproducer/main.go:8 +0x5c
exit status 2`,
		verdict: 'otherError',
		why: /index out of range/,
	},
	{
		title: 'the panic of the issue',
		language: 'go',
		output: `panic: runtime error: index out of range [3] with length 2

goroutine 1 [running]:
shop.(*Cart).Total(...)
	${folder}/cart.go:12
main.main()
	${folder}/faultline_reproducer/main.go:8 +0x5c
exit status 2`,
		verdict: 'reproduced',
		issueErrors: ['panic: runtime error: index out of range [3] with length 2'],
	},
	{
		title: 'a package that cannot be fetched',
		language: 'go',
		output:
			'faultline_reproducer/main.go:4:2: no required module provides package example.org/x; to add it:\n\tgo get example.org/x',
		verdict: 'environment',
	},
	{
		title: 'an error raised with the agreed text',
		language: 'ruby',
		output: `faultline_reproducer.rb:4:in \`<main>': assertion failed: total is 3 (RuntimeError)`,
		verdict: 'reproduced',
	},
	{
		title: 'an error of the project',
		language: 'ruby',
		output: `/scratch/shop/lib/cart.rb:9:in \`total': undefined method \`+' for nil:NilClass (NoMethodError)
	from faultline_reproducer.rb:4:in \`<main>'`,
		verdict: 'otherError',
	},
	{
		title: 'a gem that is not installed',
		language: 'ruby',
		output: `<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:86:in \`require': cannot load such file -- rack (LoadError)
	from faultline_reproducer.rb:1:in \`<main>'`,
		verdict: 'environment',
	},
	{
		title: 'a failed assert()',
		language: 'php',
		output: `PHP Fatal error:  Uncaught AssertionError: assert($total === 2) in ${folder}/faultline_reproducer.php:5
Stack trace:
#0 ${folder}/faultline_reproducer.php(5): assert()
#1 {main}
  thrown in ${folder}/faultline_reproducer.php on line 5`,
		verdict: 'reproduced',
	},
	{
		title: 'a failed assert() of the project',
		language: 'php',
		output: `PHP Fatal error:  Uncaught AssertionError: assert($this->open) in ${folder}/src/Cart.php:12
Stack trace:
#0 ${folder}/src/Cart.php(12): assert()
#1 ${folder}/faultline_reproducer.php(5): Cart->total()
#2 {main}
  thrown in ${folder}/src/Cart.php on line 12`,
		verdict: 'otherError',
	},
	{
		title: 'a class that is not loaded',
		language: 'php',
		output: `PHP Fatal error:  Uncaught Error: Class "Vendor\\Thing" not found in ${folder}/faultline_reproducer.php:3`,
		verdict: 'environment',
	},
	{
		title: 'an exception with the agreed text',
		language: 'csharp',
		output: `Unhandled exception. System.Exception: assertion failed: total is 3
   at Program.<Main>$(String[] args) in ${folder}/faultline_reproducer.cs:line 4`,
		verdict: 'reproduced',
	},
	{
		title: 'an exception of the project',
		language: 'csharp',
		output: `Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.
   at Shop.Cart.Total() in ${folder}/Cart.cs:line 9
   at Program.<Main>$(String[] args) in ${folder}/faultline_reproducer.cs:line 4`,
		verdict: 'otherError',
	},
	{
		title: 'a package that is not there',
		language: 'csharp',
		output: `${folder}/faultline_reproducer.cs(1,7): error CS0246: The type or namespace name 'Shop' could not be found`,
		verdict: 'environment',
	},
	{
		title: 'an exception of another runtime, which names it on a line of its own',
		language: 'csharp',
		output: `
Unhandled Exception:
System.Exception: assertion failed: total is 2, not 3
  at FaultlineReproducer.Main () [0x00038] in ${folder}/.faultline/faultline_reproducer.cs:13
[ERROR] FATAL UNHANDLED EXCEPTION: System.Exception: assertion failed: total is 2, not 3`,
		verdict: 'reproduced',
		why: /: System\.Exception: assertion failed: total is 2, not 3$/,
	},
	{
		title: 'an assertion as another library of the language reports it',
		language: 'c',
		output: 'Assertion failed: total(1, 2) == 3 (faultline_reproducer.c: main: 5)',
		verdict: 'reproduced',
		execution: { exitCode: null, signal: 'SIGABRT' },
	},
	{
		title: 'an assertion in colors',
		language: 'javascript',
		output: `\u001b[31mAssertionError [ERR_ASSERTION]\u001b[39m: 2 == 3
    at file://${folder}/faultline_reproducer.mjs:4:8`,
		verdict: 'reproduced',
		why: /: AssertionError \[ERR_ASSERTION\]: 2 == 3$/,
	},
	{
		title: 'a picture that the project does not find',
		language: 'c',
		output: 'shop: image not found',
		verdict: 'otherError',
	},
	{
		title: 'sources that cannot be run without a compiler',
		language: 'typescript',
		output: `SyntaxError [ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX]: TypeScript enum is not supported in strip-only mode`,
		verdict: 'environment',
	},
	{
		title: 'a toolchain that is not installed',
		language: 'go',
		output: 'go: download go1.24 for linux/amd64: toolchain not available',
		verdict: 'environment',
	},
	{
		title: 'a toolchain that is not installed',
		language: 'rust',
		output: "error: toolchain '1.70.0-x86_64-unknown-linux-gnu' is not installed",
		verdict: 'environment',
	},
	{
		title: 'a signal the issue names in words',
		language: 'c',
		output: '',
		verdict: 'reproduced',
		execution: { exitCode: null, signal: 'SIGSEGV' },
		issueErrors: ['Segmentation fault (core dumped)'],
	},
	{
		title: 'a signal the issue does not name',
		language: 'c',
		output: '',
		verdict: 'otherError',
		execution: { exitCode: null, signal: 'SIGSEGV' },
		why: /SIGSEGV/,
	},
	{
		title: 'an assertion of the project',
		language: 'c',
		output: "faultline_reproducer.out: src/cart.c:12: total: Assertion `n > 0' failed.",
		verdict: 'otherError',
		execution: { exitCode: null, signal: 'SIGABRT' },
	},
	{ title: 'no error and no word', language: 'python', output: '', verdict: 'otherError', why: /without an error/ },
	{
		title: 'exit code 0, whatever was printed',
		language: 'python',
		output: 'AssertionError: x',
		verdict: 'passed',
		execution: { exitCode: 0 },
	},
	{
		title: 'a timeout, whatever was printed before',
		language: 'python',
		output: 'AssertionError: x',
		verdict: 'timedOut',
		execution: { exitCode: null, signal: 'SIGKILL', timedOut: true },
	},
	{
		title: 'an execution that was ended at another limit, which is named',
		language: 'python',
		output: 'Traceback (most recent call last):\nAssertionError: x',
		verdict: 'otherError',
		execution: { exitCode: null, signal: 'SIGKILL', exceeded: 'more than 256 processes' },
		why: /^It was ended because it used more than 256 processes\.$/,
	},
];

describe('judgeExecution', () => {
	for (const { title, language, output, verdict, issueErrors, execution, why, missing } of cases) {
		it(`finds ${verdict} in ${title} (${language})`, () => {
			const data = installedGrammars().languages.find(({ id }) => id === language)?.reproducer;
			assert.ok(data);
			for (const stderr of [output, output.replaceAll('\n', '\r\n')]) {
				const ended = { stdout: '', stderr, exitCode: 1, timedOut: false, durationMs: 1, ...execution };
				const given = { script: data.file, folder, projectPaths, failures: data, ...(issueErrors && { issueErrors }) };
				const judged = judgeExecution(ended, given);
				assert.equal(judged.verdict, verdict, judged.why);
				assert.match(judged.why, why ?? /./);
				assert.deepEqual(judged.missing, missing ?? judged.missing);
			}
		});
	}
});
