import assert from 'node:assert/strict';
import { projectFacts } from '../../../../../src/engine/stages/reproduce/project/projectFacts';
import { testUsing } from '../../../../../src/engine/stages/reproduce/project/testUsing';
import { reproducerLanguages } from '../../../../../src/engine/stages/reproduce/reproducerLanguages';
import { visibleWorkspace } from '../../../../../src/history/pure/visible/visibleWorkspace';
import { readAiIgnore } from '../../../../../src/outgoing/pure/gate/aiIgnore';
import { memoryWorkspace } from '../../../../support/memoryWorkspace';

type Texts = Readonly<Record<string, string>>;

/** As the author of a program reads them. */
async function factsOf(texts: Texts, suspects: readonly string[] = []): Promise<string> {
	const whole = await memoryWorkspace(texts);
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	return projectFacts(workspace, { languages: reproducerLanguages(workspace), suspects });
}

const packed: Texts = {
	'package.json': JSON.stringify({ name: 'shop', main: 'dist/cart.js', scripts: { test: 'tap' }, author: 'me' }),
	'README.md': '# Shop',
	'src/cart.ts': 'export const total = () => 1;',
	'src/price.ts': 'export const price = 1;',
	'test/cart.ts':
		"// About totals.\nimport t from 'tap'\nimport { total } from '../../src/cart.js'\nt.equal(total(), 1)",
	'test/fixtures/package.json': '{"name": "fixture"}',
	'tools/build.js': '1',
};

describe('the facts about a project', () => {
	it('state what is at its top, how many files are in which language, and how it is loaded', async () => {
		const facts = await factsOf(packed);
		assert.match(facts, /^Top level: src\/, test\/, tools\/, README\.md, package\.json$/m);
		assert.match(facts, /^Files: 3 TypeScript, 1 JavaScript$/m);
		const manifest = 'package.json: name: "shop", type: "commonjs", main: "dist/cart.js", scripts: {"test":"tap"}';
		assert.ok(facts.split('\n').includes(manifest), facts);
		assert.doesNotMatch(facts, /author|fixture/);
	});

	it('state how a program of each language is run, by what is installed', async () => {
		const plain = await factsOf(packed);
		assert.match(plain, /^A TypeScript program is kept as \S+\.mts and run with: node \S+\.mts$/m);
		assert.match(plain, /^A JavaScript program is kept as faultline_reproducer\.js and run with: node /m);
		const installed = await factsOf({ ...packed, 'node_modules/tsx/package.json': '{}' });
		assert.match(installed, /^A TypeScript program is kept as \S+ and run with: node --import tsx /m);
	});

	it('state the way that fits the modules of the project', async () => {
		const tsNode = { ...packed, 'node_modules/ts-node/package.json': '{}' };
		assert.match(await factsOf(tsNode), /kept as \S+\.cts and run with: node --require ts-node\/register/);
		const modules = { ...tsNode, 'package.json': '{ "type": "module" }' };
		assert.match(await factsOf(modules), /kept as \S+\.mts and run with: node --import data:.*ts-node\/esm/);
	});

	it('state that programs can load sources which have to be compiled, in a project that has the means', async () => {
		const compiled = { ...packed, 'tsconfig.json': '{}', 'node_modules/tsx/package.json': '{}' };
		assert.match(await factsOf(compiled), /^A JavaScript program is kept as \S+ and run with: node --import tsx /m);
	});

	it('begin with the folder that contains the project, in a manifest of lines', async () => {
		const facts = await factsOf({
			'pyproject.toml':
				'[project]\nname = "shop"\nreadme = "README.md"\n[tool.setuptools.packages.find]\nwhere = ["src"]\n',
			'src/shop/cart.py': 'def total():\n\treturn 1\n',
		});
		assert.ok(
			facts.includes('\npyproject.toml: [project]; name = "shop"; [tool.setuptools.packages.find]; where = ["src"]\n'),
			facts,
		);
	});

	it('show the beginning of a test that loads a suspect', async () => {
		const facts = await factsOf(packed, ['src/cart.ts']);
		assert.match(
			facts,
			/`test\/cart\.ts`[\s\S]*```\n\/\/ About totals\.\nimport t from 'tap'\nimport \{ total \} from/,
		);
		assert.doesNotMatch(await factsOf(packed, ['tools/build.js']), /`test\/cart\.ts`/);
		const dotted = await factsOf(
			{
				'shop/cart.py': 'def total():\n\treturn 1\n',
				'tests/test_cart.py': 'import os\n',
				'tests/test_order.py': 'from shop.cart import total\n',
			},
			['shop/cart.py'],
		);
		assert.match(dotted, /`tests\/test_order\.py`[\s\S]*from shop\.cart import total/);
	});

	it('show a test that is named like a suspect, and no file that tests only use', async () => {
		const workspace = await memoryWorkspace({
			'lib/utils/reload.py': 'def run():\n    return 1\n',
			'lib/core/management/base.py': 'class Base:\n    pass\n',
			'tests/models.py': 'from lib.core.management.base import Base\n',
			'tests/test_admin.py': 'from lib.core.management.base import Base\n',
			'tests/utils/test_reload.py': 'from lib.utils import reload\n',
		});
		const used = await testUsing(workspace, ['lib/utils/reload.py', 'lib/core/management/base.py']);
		assert.equal(used?.path, 'tests/utils/test_reload.py');
		const other = await testUsing(workspace, ['lib/core/management/base.py']);
		assert.equal(other?.path, 'tests/test_admin.py');
	});

	it('contain nothing of hidden files', async () => {
		const hidden = { ...packed, '.aiignore': 'package.json\ntest/\ntools/\n' };
		const facts = await factsOf(hidden, ['src/cart.ts']);
		assert.doesNotMatch(facts, /shop|test\/|tools/);
	});

	it('stay small for a large project', async () => {
		const many = Array.from({ length: 500 }, (_, at): [string, string] => [`folder-${at}/a.js`, '1']);
		const scripts = Object.fromEntries(many.map(([path]) => [path, 'x'.repeat(1000)]));
		const manifest = { 'package.json': JSON.stringify({ name: 'x', scripts, exports: scripts }) };
		const test = { 'test/a.js': `require('../folder-1/a')\n${'x'.repeat(100_000)}` };
		const facts = await factsOf({ ...Object.fromEntries(many), ...manifest, ...test }, ['folder-1/a.js']);
		assert.ok(facts.length < 5000, `${facts.length} characters`);
		assert.match(facts, /, 46\d more$/m);
	});
});
