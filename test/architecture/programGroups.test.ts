import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder } from '../support/scratchFolder';

type Outputs = Readonly<
	Record<string, { readonly imports: readonly { readonly path: string; readonly kind: string }[] }>
>;
type GroupedParts = (parts: ReadonlyMap<string, string>, outputs: Outputs) => ReadonlyMap<string, string>;

const imports = (...paths: readonly (readonly [string, string])[]) => ({
	imports: paths.map(([path, kind]) => ({ path: `dist/program/${path}`, kind })),
});

describe('the parts of a program in few files', () => {
	const parts = new Map([
		[
			'first.cjs',
			`const a=require("./a-AAAAAAAA.cjs");console.log("first",a.name);` +
				`Promise.resolve().then(()=>require("./late-CCCCCCCC.cjs")).then(late=>console.log(late.name,a===late.a,a.again().name));`,
		],
		['second.cjs', `console.log("second",require("./a-AAAAAAAA.cjs").name);`],
		[
			'a-AAAAAAAA.cjs',
			`exports.name="a";exports.again=()=>require("./a-AAAAAAAA.cjs");const b=require("./b-BBBBBBBB.cjs");console.log("a after",b.name,b.seen);`,
		],
		['b-BBBBBBBB.cjs', `exports.name="b";exports.seen=require("./a-AAAAAAAA.cjs").name;`],
		['late-CCCCCCCC.cjs', `exports.name="late";exports.a=require("./a-AAAAAAAA.cjs");`],
		['large-DDDDDDDD.cjs', `exports.name="large";//${'x'.repeat(100_000)}`],
	]);
	const outputs: Outputs = {
		'dist/program/first.cjs': imports(['a-AAAAAAAA.cjs', 'import-statement'], ['late-CCCCCCCC.cjs', 'dynamic-import']),
		'dist/program/second.cjs': imports(['a-AAAAAAAA.cjs', 'import-statement']),
		'dist/program/a-AAAAAAAA.cjs': imports(['b-BBBBBBBB.cjs', 'import-statement']),
		'dist/program/b-BBBBBBBB.cjs': imports(['a-AAAAAAAA.cjs', 'import-statement']),
		'dist/program/late-CCCCCCCC.cjs': imports(
			['a-AAAAAAAA.cjs', 'import-statement'],
			['large-DDDDDDDD.cjs', 'dynamic-import'],
		),
		'dist/program/large-DDDDDDDD.cjs': imports(),
	};

	it('run as before, each once, also in a circle and if they are loaded later', async () => {
		const { groupedParts } = (await import(pathToFileURL(join(repoRoot, 'programGroups.mjs')).href)) as {
			readonly groupedParts: GroupedParts;
		};
		const files = groupedParts(parts, outputs);
		// Two programs; the parts of both starts; what is loaded later, of which one is too large for a file with others.
		assert.deepEqual([...files.keys()], ['first.cjs', 'second.cjs', 'parts0.cjs', 'parts1.cjs', 'parts2.cjs']);
		for (const [program, expected] of [
			['first.cjs', 'a after b a\nfirst a\nlate true a\n'],
			['second.cjs', 'a after b a\nsecond a\n'],
		] as const) {
			for (const texts of [parts, files]) {
				const folder = createScratchFolder('parts');
				for (const [name, text] of texts) {
					writeFileSync(join(folder.path, name), text);
				}
				assert.equal(execFileSync(process.execPath, [join(folder.path, program)], { encoding: 'utf8' }), expected);
				folder.remove();
			}
		}
	});
});

describe('a package for a release', () => {
	it('is refused while an address of the project is a placeholder', () => {
		assert.throws(
			() => execFileSync(process.execPath, ['package.mjs', '--release'], { cwd: repoRoot, stdio: 'pipe' }),
			/Fill in repository, bugs, homepage in .*publication\.json before a release: OWNER is a placeholder\./,
		);
	});
});
