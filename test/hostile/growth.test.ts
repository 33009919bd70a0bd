import { requireLinear } from './cpuGrowth';
import { foreignReaders } from './foreignReaders';

/** The texts that once took seconds to minutes, and those that bring out the worst of a reader. */
const worst = [
	{ unit: ' ', before: 'a', after: 'b' },
	{ unit: '\n', before: 'a', after: 'b' },
	{ unit: '*', before: '/*', after: '*/' },
	{ unit: '{}' },
	{ unit: '~' },
	{ unit: '```\n' },
	{ unit: '~~~\r' },
	{ unit: 'a:1: ' },
	{ unit: 'a[' },
	{ unit: '"\\', before: '{"a":"' },
	{ unit: '<!--' },
	{ unit: '<parameter=a>', before: '<function=a>' },
	{ unit: '<original></original><patched></patched>' },
	{ unit: '--- a\n+++ b\n@@ -1 +1 @@\n-a\n' },
	{ unit: 'AAAA ' },
	{ unit: ' # ', after: 'x' },
	{ unit: '/**/' },
	{ unit: 'a = 1, ', before: 'int ' },
	{ unit: 'struct a { ' },
	{ unit: 'a(b) ' },
	{ unit: 'a=1 ' },
	{ unit: "f('a', () => {\n\n\n" },
	{ unit: ".on('a', () => {\n\n\n})", before: 'a' },
	{ unit: "f('a', wrap(", after: '() => 1' },
	{ unit: '`${f(`a`, ' },
	{ unit: '<definition name="a" name="' },
	{ unit: '$(' },
	{ unit: '<<' },
	{ unit: '<script>\n' },
	{ unit: '<script a="' },
	{ unit: '["a",' },
	{ unit: '{"cells":[{' },
	{ unit: '\0\n' },
	{ unit: '| at f (a.js:1:2) |\n' },
	{ unit: 'f (a.js:1:2) | ' },
	{ unit: '1 > a: f (b.c:2)\n' },
	{ unit: '"a\\n  at f (a.js:1:2) ' },
	{ unit: '%41&lt;' },
	{ unit: 'fixes 1a2b3c4 ' },
	{ unit: ':1 1 1 1 M\t"\\001\n' },
];

describe('growth of the time to read', () => {
	for (const { name, read } of foreignReaders()) {
		it(`is linear for ${name}`, async () => {
			for (const text of worst) {
				await requireLinear(read, text);
			}
		});
	}
});
