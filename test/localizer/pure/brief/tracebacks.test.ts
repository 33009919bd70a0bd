import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { installedGrammars } from '../../../support/grammars';

interface Case {
	readonly title: string;
	readonly text: string;
	/** `function file:line` each, outermost first. */
	readonly frames: readonly string[];
	readonly error: string | undefined;
}

const cases: readonly Case[] = [
	{
		title: 'a file in quotes, a line and a function, the failing frame last',
		text: `
It fails as soon as the ledger is empty:

Traceback (most recent call last):
  File "/srv/tally/cli.py", line 12, in main
    report(load(path))
  File "/srv/tally/ledger.py", line 88, in report
    first = entries[0]
            ~~~~~~~^^^
IndexError: list index out of range

Nothing else is printed.`,
		frames: ['main /srv/tally/cli.py:12', 'report /srv/tally/ledger.py:88'],
		error: 'IndexError: list index out of range',
	},
	{
		title: 'functions without a name, as parts of the one before them in their file',
		text: `
Traceback (most recent call last):
  File "/srv/tally/cli.py", line 12, in <module>
    report(load(path))
  File "/srv/tally/ledger.py", line 88, in report
    first = [int(each) for each in entries]
  File "/srv/tally/ledger.py", line 88, in <listcomp>
    first = [int(each) for each in entries]
ValueError: not a number`,
		frames: [' /srv/tally/cli.py:12', 'report /srv/tally/ledger.py:88', 'report /srv/tally/ledger.py:88'],
		error: 'ValueError: not a number',
	},
	{
		title: 'a notebook, with the line marked by an arrow below the frame',
		text: `
\`\`\`
ZeroDivisionError                         Traceback (most recent call last)
~/work/tally/rates.py in convert(amount, rate)
     40     """In the other currency."""
     41     check(amount)
---> 42     return amount / rate
     43

ZeroDivisionError: division by zero
\`\`\``,
		frames: ['convert ~/work/tally/rates.py:42'],
		error: 'ZeroDivisionError: division by zero',
	},
	{
		title: 'a test runner that puts path and line in front',
		text: `
tests/test_rates.py:7: in test_convert
    convert(1, 0)
tally/rates.py:42: in convert
    return amount / rate
E   ZeroDivisionError: division by zero`,
		frames: ['test_convert tests/test_rates.py:7', 'convert tally/rates.py:42'],
		error: 'ZeroDivisionError: division by zero',
	},
	{
		title: 'functions with the place in parentheses, innermost first',
		text: `
TypeError: Cannot read properties of undefined (reading 'total')
    at sumOf (/home/me/shop/src/basket.js:31:18)
    at async Object.checkout (/home/me/shop/src/checkout.js:9:3)
    at file:///home/me/shop/src/main.mjs:4:1`,
		frames: [
			' /home/me/shop/src/main.mjs:4',
			'checkout /home/me/shop/src/checkout.js:9',
			'sumOf /home/me/shop/src/basket.js:31',
		],
		error: "TypeError: Cannot read properties of undefined (reading 'total')",
	},
	{
		title: 'functions with an at sign in front of the place, as browsers write them',
		text: `
Uncaught TypeError: basket is undefined
    sumOf@http://localhost:8080/static/basket.js:31:18
    onClick@http://localhost:8080/static/main.js:12:5`,
		frames: ['onClick /static/main.js:12', 'sumOf /static/basket.js:31'],
		error: 'TypeError: basket is undefined',
	},
	{
		title: 'qualified names with only a file name, whose folders follow from the packages',
		text: `
Exception in thread "main" java.lang.IllegalStateException: basket closed
	at com.example.shop.Checkout.pay(Checkout.java:77)
	at com.example.shop.Main.main(Main.java:12)
Caused by: java.lang.NullPointerException: rate
	at com.example.shop.money.Rates.convert(Rates.java:31)
	at com.example.shop.Checkout.pay(Checkout.java:75)
	... 1 more`,
		frames: [
			'com.example.shop.Main.main com/example/shop/Main.java:12',
			'com.example.shop.Checkout.pay com/example/shop/Checkout.java:77',
		],
		error: 'java.lang.IllegalStateException: basket closed',
	},
	{
		title: 'a panic with the place on the line below the call',
		text: `
panic: runtime error: index out of range [3] with length 3

goroutine 1 [running]:
main.(*Basket).Item(...)
	/home/me/shop/basket.go:22
main.main()
	/home/me/shop/main.go:9 +0x1d
exit status 2`,
		frames: ['main.main /home/me/shop/main.go:9', 'main.(*Basket).Item /home/me/shop/basket.go:22'],
		error: 'panic: runtime error: index out of range [3] with length 3',
	},
	{
		title: 'a backtrace of numbered functions with the place below each',
		text: `
thread 'main' panicked at src/basket.rs:14:9:
index out of bounds: the len is 3 but the index is 3
stack backtrace:
   0: rust_begin_unwind
             at /rustc/9fc6b431/library/std/src/panicking.rs:647:5
   1: shop::basket::Basket::item
             at ./src/basket.rs:14:9
   2: shop::main
             at ./src/main.rs:6:13`,
		frames: ['shop::main ./src/main.rs:6', 'shop::basket::Basket::item ./src/basket.rs:14', ' src/basket.rs:14'],
		error: 'index out of bounds: the len is 3 but the index is 3',
	},
	{
		title: 'a panic on one line with its message',
		text: `
thread 'main' panicked at src/basket.rs:14:9: index out of bounds: the len is 3 but the index is 3`,
		frames: [' src/basket.rs:14'],
		error: 'index out of bounds: the len is 3 but the index is 3',
	},
	{
		title: 'an exception of PHP in fields',
		text: `
message: Division by zero
file: /srv/shop/src/Rates.php
line: 21
trace:
#0 /srv/shop/src/Checkout.php(40): Shop\\Rates->convert(10, 0)
#1 /srv/shop/public/index.php(7): Shop\\Checkout->pay()`,
		frames: [' /srv/shop/public/index.php:7', ' /srv/shop/src/Checkout.php:40', ' /srv/shop/src/Rates.php:21'],
		error: 'Division by zero',
	},
	{
		title: 'an exception of PHP in the fields of JSON',
		text: `
    "message": "Division by zero",
    "file": "/srv/shop/src/Rates.php",
    "line": 21,
    "trace": [`,
		frames: [' /srv/shop/src/Rates.php:21'],
		error: 'Division by zero',
	},
	{
		title: 'a debugger that numbers frames',
		text: `
Program received signal SIGSEGV, Segmentation fault.
#0  0x00005555555551b1 in item_price (basket=0x0, at=3) at basket.c:41
#1  basket_total (basket=0x0) at basket.c:58
#2  0x00005555555552f0 in main () at main.c:12`,
		frames: ['main main.c:12', 'basket_total basket.c:58', 'item_price basket.c:41'],
		error: 'Program received signal SIGSEGV, Segmentation fault.',
	},
	{
		title: 'a sanitizer',
		text: `
==4711==ERROR: AddressSanitizer: heap-use-after-free on address 0x602000000010
    #0 0x4f8a1c in item_price /home/me/shop/basket.c:41:12
    #1 0x4f8b77 in main /home/me/shop/main.c:12:3
    #2 0x7f3c5a in __libc_start_main (/lib/x86_64-linux-gnu/libc.so.6+0x29d8f)`,
		frames: ['main /home/me/shop/main.c:12', 'item_price /home/me/shop/basket.c:41'],
		error: 'AddressSanitizer: heap-use-after-free on address 0x602000000010',
	},
	{
		title: 'a backtrace of a binary with offsets',
		text: `
*** Error in './shop': double free or corruption: 0x0000000001a2b010 ***
./shop(basket_free+0x1d)[0x40071d]
./shop(main+0x44)[0x4007a4]`,
		frames: ['main ./shop', 'basket_free ./shop'],
		error: "*** Error in './shop': double free or corruption: 0x0000000001a2b010 ***",
	},
	{
		title: 'a kernel, with functions, offsets and places',
		text: `
BUG: KASAN: slab-use-after-free in cart_poll+0x1a/0x40
Call Trace:
 <TASK>
 dump_stack_lvl+0x64/0x80 lib/dump_stack.c:106
 cart_poll+0x1a/0x40 drivers/shop/cart.c:210 [inline]
 do_syscall_64+0x3b/0x90`,
		frames: ['do_syscall_64 ', 'cart_poll drivers/shop/cart.c:210'],
		error: 'BUG: KASAN: slab-use-after-free in cart_poll+0x1a/0x40',
	},
	{
		title: 'the function in quotes behind the place',
		text: `
lib/shop/basket.rb:12:in 'Shop::Basket#item': undefined method 'price' for nil (NoMethodError)
	from lib/shop/checkout.rb:30:in 'block in total'
	from bin/shop:4:in '<main>'`,
		frames: ['block in total lib/shop/checkout.rb:30', 'Shop::Basket#item lib/shop/basket.rb:12'],
		error: "undefined method 'price' for nil (NoMethodError)",
	},
	{
		title: 'numbered places with the function behind',
		text: `
Fatal error: Uncaught DivisionByZeroError: Division by zero in /srv/shop/src/Rates.php:21
Stack trace:
#0 /srv/shop/src/Checkout.php(40): Shop\\Rates->convert(10, 0)
#1 /srv/shop/public/index.php(7): Shop\\Checkout->pay()
#2 {main}`,
		frames: [' /srv/shop/public/index.php:7', ' /srv/shop/src/Checkout.php:40', ' /srv/shop/src/Rates.php:21'],
		error: 'DivisionByZeroError: Division by zero',
	},
	{
		title: 'a function, the word in and a file with the word line',
		text: `
Unhandled exception. System.InvalidOperationException: basket closed
   at Shop.Checkout.Pay(Basket basket) in C:\\work\\shop\\Checkout.cs:line 31
   at Shop.Program.Main(String[] args) in C:\\work\\shop\\Program.cs:line 8`,
		frames: ['Shop.Program.Main C:/work/shop/Program.cs:8', 'Shop.Checkout.Pay C:/work/shop/Checkout.cs:31'],
		error: 'System.InvalidOperationException: basket closed',
	},
];

describe('stack traces of an issue', () => {
	for (const { title, text, frames, error } of cases) {
		it(`are read: ${title}`, () => {
			const [first] = tracebacksOf(text);
			assert.deepEqual(first?.frames.map(print), frames);
			assert.equal(first?.error, error);
		});
	}

	it('are kept apart where one error was the cause of another', () => {
		const java = cases.find(each => each.text.includes('Caused by'));
		const causes = tracebacksOf(java?.text ?? '');
		assert.equal(causes.length, 2);
		assert.equal(causes[1]?.error, 'java.lang.NullPointerException: rate');
		assert.equal(causes[1]?.frames.at(-1)?.line, 31);
	});

	it('do not stay in the prose or in the code', () => {
		for (const { text } of cases) {
			const brief = briefOf(text);
			const rest = [brief.prose, ...brief.codeBlocks].join('\n');
			assert.doesNotMatch(rest, /Traceback|line 88|rates\.py:42|basket\.js:31|Rates\.java|basket\.go:22/);
		}
	});

	it('are not seen in a lone message of a compiler or a linter', () => {
		assert.deepEqual(tracebacksOf('src/basket.c:41:12: warning: unused variable'), []);
		assert.deepEqual(tracebacksOf('See tally/rates.py:42 for the place.'), []);
	});

	it('are not seen in prose that happens to have an at sign or a number sign', () => {
		assert.deepEqual(tracebacksOf('Write to me@example.org about #12 at any time.'), []);
	});
});

function print({ function: name = '', file, line }: { function?: string; file: string; line?: number }): string {
	return `${name} ${file}${line === undefined ? '' : `:${line}`}`;
}

function tracebacksOf(body: string) {
	return briefOf(body).tracebacks;
}

function briefOf(body: string) {
	return makeBrief({ title: 'It fails', body, source: { kind: 'text' } }, installedGrammars().languages);
}
