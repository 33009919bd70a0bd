import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import type { TraceFrame } from '../../../../src/runs/pure/model/brief';
import { workspaceFrames } from '../../../../src/testing/pure/traces/workspaceFrames';
import { briefOf } from '../../../localizer/pure/brief/briefOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const total = 'export function total(prices) {\n\treturn prices[0].amount;\n}\n';
const other = 'export function other() {\n\treturn 1;\n}\n';

describe('the frames of a stack trace', () => {
	const texts = {
		'src/basket.js': total,
		'src/rates/index.js': total,
		'src/stock/index.js': other,
		'main.js': other,
		'web/app.js': total,
		'test/basket.test.js': "import { total } from '../src/basket.js';\ntest('adds up', () => {\n\ttotal([]);\n});\n",
	};
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(texts);
	});

	const found = async (...frames: readonly string[]) => {
		const trace = ['TypeError: no amount', ...frames.map(frame => `    at ${frame}`)].join('\n');
		const { project, tests } = await workspaceFrames(briefOf(trace), workspace);
		return [...project, ...tests].map(({ file, line }) => `${file}:${line}`);
	};

	for (const path of [
		'/app/src/basket.js',
		'/home/runner/work/shop/shop/src/basket.js',
		'C:\\work\\shop\\src\\basket.js',
		'file:///home/me/shop/src/basket.js',
		'webpack:///./src/basket.js',
		'webpack://shop/./src/basket.js?1a2b',
		'./src/basket.js',
	]) {
		it(`finds the workspace's file: ${path}`, async () => {
			assert.deepEqual(await found(`total (${path}:2:17)`, 'node:internal/main:1:1'), ['src/basket.js:2']);
		});
	}

	it('finds the file that has the function, of two with an equal ending', async () => {
		assert.deepEqual(await found('total (/app/lib/index.js:2:1)', 'total (/app/src/basket.js:2:1)'), [
			'src/rates/index.js:2',
			'src/basket.js:2',
		]);
	});

	for (const path of [
		'/app/node_modules/basket.js',
		'/app/node_modules/lib/src/basket.js',
		'/opt/other/main.js',
		'node:internal/src/basket.js',
	]) {
		it(`leaves out what is not in the workspace: ${path}`, async () => {
			const frames = path.endsWith('main.js') ? [`load (${path}:2:1)`] : [`total (${path}:2:1)`];
			assert.deepEqual(
				await found(...frames, 'other (/app/src/stock/index.js:2:1)'),
				path.endsWith('main.js') ? ['main.js:2', 'src/stock/index.js:2'] : ['src/stock/index.js:2'],
			);
		});
	}

	it('takes a package of the workspace as project code, wherever it was installed', async () => {
		const python = await memoryWorkspace({
			'src/shop/basket.py': 'def total():\n    return 1\n',
			'json/decoder.py': 'x = 1\n',
		});
		const trace = (path: string) =>
			`Traceback (most recent call last):\n  File "${path}", line 2, in total\n    return 1\nValueError: no`;
		const filesOf = async (path: string) =>
			(await workspaceFrames(briefOf(trace(path)), python)).project.map(({ file }) => file);
		assert.deepEqual(await filesOf('/venv/lib/python3.11/site-packages/shop/basket.py'), ['src/shop/basket.py']);
		assert.deepEqual(await filesOf('/venv/lib/python3.11/site-packages/other/basket.py'), []);
		assert.deepEqual(await filesOf('/usr/lib/python3.11/basket.py'), []);
	});

	it('knows a package by the name of its manifest that states none', async () => {
		const ruby = await memoryWorkspace({
			'shop.gemspec': "lib = 'shop'\nGem::Specification.new do |spec|\n  spec.name = lib\nend\n",
			'lib/shop/basket.rb': 'def total\n  1\nend\n',
		});
		const filesOf = async (gem: string) => {
			const trace = `/gems/${gem}/lib/shop/basket.rb:2:in \`total': no (RuntimeError)\n\tfrom /gems/rack-2.0.1/lib/rack.rb:9:in \`call'`;
			return (await workspaceFrames(briefOf(trace), ruby)).project.map(({ file }) => file);
		};
		assert.deepEqual(await filesOf('shop-0.12.1'), ['lib/shop/basket.rb']);
		assert.deepEqual(await filesOf('store-0.12.1'), []);
	});

	it('are apart where they are in a test', async () => {
		const trace =
			'Error: no\n    at total (/app/src/basket.js:2:1)\n    at Context.<anonymous> (/app/test/basket.test.js:3:2)';
		const { project, tests } = await workspaceFrames(briefOf(trace), workspace);
		assert.deepEqual(
			[project.map(({ file }) => file), tests.map(({ file }) => file)],
			[['src/basket.js'], ['test/basket.test.js']],
		);
	});

	it('are apart where they are in code that only uses the project', async () => {
		const texts = { 'src/basket.js': total, 'examples/buy.js': other };
		const trace = 'Error: no\n    at total (/app/src/basket.js:2:1)\n    at other (/app/examples/buy.js:2:2)';
		const { project, tests } = await workspaceFrames(briefOf(trace), await memoryWorkspace(texts));
		assert.deepEqual(
			[project.map(({ file }) => file), tests.map(({ file }) => file)],
			[['src/basket.js'], ['examples/buy.js']],
		);
	});

	it('are in the folder that has the others', async () => {
		const folders = await memoryWorkspace({
			'one/src/basket.js': other,
			'two/src/basket.js': other,
			'two/src/only.js': other,
		});
		const trace = 'Error: no\n    at run (/home/me/src/basket.js:1:1)\n    at go (/home/me/src/only.js:2:1)';
		const { project } = await workspaceFrames(briefOf(trace), folders);
		assert.deepEqual(
			project.map(({ file }) => file),
			['two/src/basket.js', 'two/src/only.js'],
		);
	});

	it('count the more, the more failures have them', async () => {
		const trace = [
			'Error: a\n    at other (/app/main.js:2:1)\n    at total (/app/src/basket.js:2:1)',
			'Error: b\n    at other (/app/src/stock/index.js:2:1)\n    at total (/app/src/basket.js:2:1)',
			'Error: c\n    at total (/app/web/app.js:2:1)\n    at total (/app/src/basket.js:2:1)',
		].join('\n\n\n\n\n\n\n\n\n\n\n\n\n\n');
		const { project } = await workspaceFrames(briefOf(trace), workspace);
		assert.deepEqual([project[0]?.file, project[0]?.depth], ['src/basket.js', 2]);
	});
});

describe('source maps', () => {
	// One segment: line 1, column 0 of the output is line 5, column 0 of ../src/basket.ts.
	const map = (source: string) => JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAIA' });
	const frameOf = async (texts: Readonly<Record<string, string>>, path = '/app/dist/basket.js') => {
		const workspace = await memoryWorkspace({
			'src/basket.ts': `${'//\n'.repeat(4)}export const total = 1;\n`,
			...texts,
		});
		const frame: TraceFrame = { file: path, line: 1, column: 1 };
		const brief = { ...briefOf(''), tracebacks: [{ frames: [frame] }] };
		return (await workspaceFrames(brief, workspace)).places.get(frame);
	};

	it('lead from generated code to its source', async () => {
		assert.deepEqual(await frameOf({ 'dist/basket.js.map': map('../src/basket.ts') }), {
			file: 'src/basket.ts',
			line: 5,
		});
		assert.deepEqual(await frameOf({ 'dist/basket.js.map': map('webpack:///./src/basket.ts') }), {
			file: 'src/basket.ts',
			line: 5,
		});
	});

	for (const [title, text] of [
		['is no JSON', '{'],
		['has no mappings', '{"version":3}'],
		['has sections without end', `{"version":3,"sections":${'['.repeat(1000)}`],
		['is of another version', '{"version":9,"sources":[1],"mappings":7}'],
		['leads out of the workspace', map('../../../../etc/passwd')],
		['leads to an absolute path', map('/etc/passwd')],
	] as const) {
		it(`lead nowhere where one ${title}`, async () => {
			assert.equal(await frameOf({ 'dist/basket.js.map': text }), undefined);
		});
	}

	it('are found by their functions where a release names no files, in any language of the system', async () => {
		const sheets = (name: string) =>
			`namespace Shop\n{\n\tpublic class ${name}\n\t{\n\t\tpublic void Copy(string name)\n\t\t{\n\t\t}\n\t}\n}\n`;
		const built = await memoryWorkspace({ 'src/Sheet.cs': sheets('Sheet'), 'src/Book.cs': sheets('Book') });
		for (const at of ['at', '在', 'bei']) {
			const trace = [
				'System.NullReferenceException: Object reference not set to an instance of an object.',
				`   ${at} System.Collections.Generic.List\`1.get_Item(Int32 index)`,
				`   ${at} Shop.Book.Copy(String name)`,
				`   ${at} Shop.Pages.Print()`,
			];
			const { project } = await workspaceFrames(briefOf(trace.join('\n')), built);
			assert.deepEqual(
				project.map(({ file, function: name }) => `${file} ${name}`),
				['src/Book.cs Copy'],
			);
		}
	});

	it('are found by their functions where a sanitizer names the program only', async () => {
		const built = await memoryWorkspace({ 'src/vm.c': 'int vm_exec(void)\n{\n\treturn 1;\n}\n' });
		const trace = [
			'==809==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6020 at pc 0x0001 bp 0x7fff sp 0x7ffe',
			'READ of size 4 at 0x6020 thread T0',
			'    #0 0x10b6 in __asan_memcpy (libclang_rt.asan_osx_dynamic.dylib+0x41bbd)',
			'    #1 0x10b7 in vm_exec (till+0x10016edd9)',
			'    #2 0x7fff in start (libdyld.dylib+0x5254)',
		];
		const { project } = await workspaceFrames(briefOf(trace.join('\n')), built);
		assert.deepEqual(
			project.map(({ file, line }) => `${file}:${line}`),
			['src/vm.c:1'],
		);
	});

	it('are not looked for outside of the workspace', async () => {
		assert.equal(await frameOf({}, '../../../etc/basket.js'), undefined);
	});

	it('places a comprehension in the function that ran it, where its line is of another version', async () => {
		const old = await memoryWorkspace({
			'blocks.py': `class Blocks:\n    def __new__(cls):\n        return 1\n\n    def sizes(self):\n        return [b.n for b in self.blocks]\n\n    def walk(self, f):\n        return f(self)\n`,
		});
		const frames = ['sizes', '<listcomp>', 'walk', '<lambda>', '<genexpr>'].map(
			name => `  File "/lib/shop/blocks.py", line 3, in ${name}\n    b.n`,
		);
		const trace = ['Traceback (most recent call last):', ...frames, 'TypeError: no n'].join('\n');
		const brief = briefOf(trace);
		const { places } = await workspaceFrames(brief, old);
		assert.deepEqual(
			brief.tracebacks[0]?.frames.map(frame => places.get(frame)?.function),
			['sizes', 'sizes', 'walk', 'walk', 'walk'],
		);
	});
});
