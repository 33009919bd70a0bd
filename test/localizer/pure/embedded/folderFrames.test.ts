import assert from 'node:assert/strict';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { workspaceFrames } from '../../../../src/testing/pure/traces/workspaceFrames';
import { issue } from '../../../engine/stages/locate/shop';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';
import { briefOf } from '../brief/briefOf';
import { locateRun } from './locateRun';

const cart = 'def total(prices):\n    return prices[0]\n';
const error = 'IndexError: list index out of range';

function python(...frames: readonly (readonly [path: string, line: number, name: string])[]): string {
	const lines = frames.map(([path, line, name]) => `  File "${path}", line ${line}, in ${name}\n    code()\n`);
	return `Traceback (most recent call last):\n${lines.join('')}${error}\n`;
}

/** On disk, as in a window: a workspace of several folders has their names before all paths. */
describe('a trace in a workspace of several folders', () => {
	const folder = new TestFolder();

	async function open(
		files: Readonly<Record<string, string>>,
		dirs: readonly string[] = ['shop', 'site'],
	): Promise<Workspace> {
		folder.write(files);
		const roots = dirs.map(dir => ({ name: dir.split('/').at(-1) ?? '', dir: folder.path(dir) }));
		return (await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() })).workspace;
	}

	/** The locations that frames lead to, and that are not folded. */
	async function located(workspace: Workspace, text: string, title = error): Promise<string[]> {
		const { run } = await locateRun(workspace, issue(title, text));
		return run.selected.locations.flatMap(({ file, lessLikely, focus, evidence }) =>
			lessLikely === true || evidence[0]?.kind !== 'trace' ? [] : [`${file}:${focus?.[0]?.startLine ?? ''}`],
		);
	}

	const both = {
		'shop/src/cart.py': cart,
		'shop/src/checkout.py': 'from cart import total\n\n\ndef pay(prices):\n    return total(prices)\n',
		'site/src/cart.py': cart,
		'site/src/page.py': 'def render(prices):\n    return str(prices)\n',
	};

	it('leads to the folder that has the file on disk, of two of the same name', async () => {
		const workspace = await open({ 'one/app/cart.py': cart, 'two/app/cart.py': cart }, ['one/app', 'two/app']);
		for (const [dir, name] of [
			['one/app', 'app'],
			['two/app', 'app-2'],
		] as const) {
			const text = python([folder.path(dir, 'cart.py'), 2, 'total']);
			assert.equal((await located(workspace, text))[0], `${name}/cart.py:2`);
		}
	});

	for (const [what, prefix] of [
		['a container', '/app/'],
		['a build server', '/home/runner/work/x/x/'],
		['Windows', 'C:\\build\\'],
		['relative', ''],
		['relative, with a dot', './'],
	] as const) {
		it(`leads to the folder that has all frames, with paths of ${what}`, async () => {
			const path = (name: string) => `${prefix}src${prefix.includes('\\') ? '\\' : '/'}${name}`;
			const text = python([path('checkout.py'), 5, 'pay'], [path('cart.py'), 2, 'total']);
			assert.deepEqual((await located(await open(both), text)).slice(0, 2), [
				'shop/src/cart.py:2',
				'shop/src/checkout.py:5',
			]);
		});
	}

	it('leads to the folder that a path names', async () => {
		const text = python(['/srv/site/src/cart.py', 2, 'total']);
		assert.equal((await located(await open(both), text))[0], 'site/src/cart.py:2');
	});

	it('leads to the folder of another failure in the same output, where a path fits in two', async () => {
		const text = `${python(['/app/src/cart.py', 2, 'total'])}\n\n\n${python(['/app/src/checkout.py', 5, 'pay'])}`;
		const found = await located(await open(both), text);
		assert.deepEqual(found.slice(0, 2).sort(), ['shop/src/cart.py:2', 'shop/src/checkout.py:5']);
	});

	it('leads to a file that is directly in its folder, without the name of a function', async () => {
		const workspace = await open({
			'shop/start.js': 'const prices = undefined;\nprices[0].amount;\n',
			'site/src/page.js': 'export function render() {\n\treturn 1;\n}\n',
		});
		const text = [
			'/app/start.js:2\nprices[0].amount;\n      ^\n',
			"TypeError: Cannot read properties of undefined (reading '0')",
			'    at Object.<anonymous> (/app/start.js:2:7)',
			'    at Module._compile (node:internal/modules/cjs/loader:1554:14)',
		].join('\n');
		const { project } = await workspaceFrames(briefOf(text), workspace);
		assert.deepEqual(
			project.map(({ file, line }) => `${file}:${line}`),
			['shop/start.js:2'],
		);
	});

	it('leads through the source map of the folder', async () => {
		const map = (source: string) => JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AACA' });
		const source = 'export function total(prices) {\n\treturn prices[0].amount;\n}\n';
		const workspace = await open({
			'shop/src/basket.ts': source,
			'shop/dist/basket.js.map': map('../src/basket.ts'),
			'site/src/page.ts': 'export function render() {\n\treturn 1;\n}\n',
		});
		const text = 'TypeError: no amount\n    at total (/app/dist/basket.js:1:1)\n';
		assert.equal((await located(workspace, text))[0], 'shop/src/basket.ts:2');
	});

	it('leads through the source map of the folder that has the other frames, where two have one', async () => {
		const map = (source: string) => JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AACA' });
		const source = 'export function total(prices) {\n\treturn prices[0].amount;\n}\n';
		const workspace = await open({
			'shop/src/index.ts': source,
			'shop/dist/index.js.map': map('../src/index.ts'),
			'site/src/index.ts': source,
			'site/src/pay.ts': 'export function pay() {\n\treturn 1;\n}\n',
			'site/dist/index.js.map': map('../src/index.ts'),
		});
		const text = 'TypeError: no amount\n    at total (/app/dist/index.js:1:1)\n    at pay (/app/src/pay.ts:2:1)\n';
		assert.deepEqual((await located(workspace, text)).slice(0, 2), ['site/src/index.ts:2', 'site/src/pay.ts:2']);
	});

	it('leads from a failing test to what it calls in its own folder', async () => {
		const workspace = await open({
			...both,
			'shop/tests/test_cart.py': 'from src.cart import total\n\n\ndef test_empty():\n    assert total([]) == 0\n',
		});
		const text = python(['tests/test_cart.py', 5, 'test_empty']);
		const { run } = await locateRun(workspace, issue(error, text));
		const [first, ...others] = run.selected.locations;
		assert.equal(first?.file, 'shop/src/cart.py');
		assert.deepEqual(
			others.filter(({ file, lessLikely }) => file.startsWith('site/') && lessLikely !== true),
			[],
		);
	});

	it('puts its folder before the words of the issue that are in others', async () => {
		const words = ['discount', 'voucher', 'campaign', 'customer'];
		const pages = words.map(word => [
			`site/src/${word}.py`,
			`"""Applies the ${word} to the total of a cart."""\n\n\ndef apply_${word}_to_total(${word}, cart):\n    """The ${word} lowers the total of the cart."""\n    return ${word} + cart\n`,
		]);
		const workspace = await open({ ...both, ...Object.fromEntries(pages) });
		const prose = `The ${words.join(' of the ')} is not applied to the total of the cart. Apply ${words.join(', ')} to the total.`;
		const trace = python(['/app/src/checkout.py', 5, 'pay'], ['/app/src/cart.py', 2, 'total']);
		const { run } = await locateRun(
			workspace,
			issue('The discount of a customer is not applied', `${prose}\n\n${trace}`),
		);
		const folders = run.selected.locations.map(({ file }) => file.split('/')[0]);
		assert.deepEqual([...new Set(folders.slice(0, 2))], ['shop']);
		assert.deepEqual(
			run.selected.locations.filter(({ file, lessLikely }) => file.startsWith('site/') && lessLikely !== true),
			[],
		);
		assert.match(run.selected.ranking.files[0] ?? '', /^shop\//);
	});
});
