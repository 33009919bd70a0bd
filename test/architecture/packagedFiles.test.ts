import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { productFolder } from '../support/product/productFolder';
import { readManifest } from '../support/readManifest';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder } from '../support/scratchFolder';

/** All that the package may contain. */
const listed = [
	/^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE|NOTICE)$/,
	/^(?:l10n\/bundle\.l10n|package\.nls)(?:\.[\w-]+)?\.json$/,
	/^dist\/(?:cli\.js|web-tree-sitter\.wasm\.br|ThirdPartyNotices\.txt|languages\.json)$/,
	/^dist\/program\/[\w-]+\.cjs$/,
	/^dist\/grammars\/tree-sitter-\w+\.wasm\.br$/,
	/^dist\/webview\/(?:main\.js|codicon\.css|codicon\.ttf)$/,
	/^media\/(?:icon\.png|(?:(?:walkthrough(?:\/[a-z-]+)?|heat)\/)?[\w-]+\.(?:svg|css))$/,
	/^plugin\/(?:\.mcp\.json|\.claude-plugin\/plugin\.json|skills\/[a-z-]+\/SKILL\.md|vscode\/[a-z-]+\.agent\.md)$/,
	/^sample\/python\/(?:\w+\/)?\w+\.(?:md|csv|py)$/,
	/^syntaxes\/\w+\/(?:tools\.json|\w+\.scm)$/,
];

/** Forms of keys that no file of the package has a reason to contain. */
const secrets =
	/-----BEGIN [A-Z ]*PRIVATE KEY-----\s+\w|\bgh[pousr]_\w{30}|\bsk-[\w-]{32}|\bAKIA[0-9A-Z]{16}\b|\bnpm_\w{36}/;

describe('the package', () => {
	const read = (path: string) => readFileSync(join(repoRoot, path), 'utf8');
	let files: string[];

	before(async () => {
		const folder = createScratchFolder('package');
		// The names of all files, and of some that must not be taken by mistake, without the thousands of other projects.
		const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: repoRoot });
		const built = globSync('**/*', { cwd: productFolder, withFileTypes: true })
			.filter(entry => entry.isFile())
			.map(entry => relative(repoRoot, join(entry.parentPath, entry.name)))
			// The package has them compressed.
			.flatMap(path => (path.endsWith('.wasm') ? [path, `${path}.br`] : [path]));
		const planted = [
			'.env',
			'.npmrc',
			'dist/extension.js.map',
			'dist/.env',
			'out/run-1/a.js',
			'media/key.pem',
			'syntaxes/x/id_rsa',
			'plugin/.env',
		];
		for (const path of [...tracked.toString().trim().split('\n'), ...built, ...planted]) {
			mkdirSync(join(folder.path, dirname(path)), { recursive: true });
			writeFileSync(join(folder.path, path), '');
		}
		for (const path of ['package.json', '.vscodeignore', 'README.md']) {
			copyFileSync(join(repoRoot, path), join(folder.path, path));
		}
		files = (await listFiles({ cwd: folder.path, packageManager: PackageManager.None })).map(path =>
			path.replaceAll('\\', '/'),
		);
		folder.remove();
	});

	it('contains listed files only: no map, no test, no source', () => {
		assert.ok(files.length > 40);
		assert.deepEqual(
			files.filter(path => !listed.some(pattern => pattern.test(path))),
			[],
		);
	});

	it('contains all that it needs, with its license and its languages', async () => {
		for (const path of [
			...['package.json', 'README.md', 'LICENSE', 'NOTICE', 'dist/ThirdPartyNotices.txt'],
			...[
				'dist/cli.js',
				'dist/program/commandLine.cjs',
				'dist/program/extension.cjs',
				'dist/program/indexWorker.cjs',
				'dist/webview/main.js',
				'dist/web-tree-sitter.wasm.br',
				'dist/languages.json',
			],
			...[
				'media/icon.png',
				'sample/python/ISSUE.md',
				'sample/python/tally/clock.py',
				'sample/python/tests/test_clock.py',
			],
			...['plugin/.mcp.json', 'plugin/.claude-plugin/plugin.json', 'plugin/skills/locate-a-bug/SKILL.md'],
			'plugin/vscode/faultline.agent.md',
			// The rest is in languages.json.
			...globSync('syntaxes/*/{tools.json,*.scm}', { cwd: repoRoot }).map(path => path.replaceAll('\\', '/')),
			...globSync('{package.nls,l10n/bundle}*.json', { cwd: repoRoot }).map(path => path.replaceAll('\\', '/')),
			...walkthroughPictures(await readManifest()),
			...walkthroughPictures(await readManifest('zh-cn')),
		]) {
			assert.ok(files.includes(path), path);
		}
	});

	it('has an icon as the Marketplace wants it, and a README that begins with what it does and a picture', () => {
		const icon = readFileSync(join(repoRoot, 'media/icon.png'));
		assert.deepEqual([icon.readUInt32BE(16), icon.readUInt32BE(20)], [256, 256]);
		const readme = read('README.md');
		const pictures = [...readme.matchAll(/!\[[^\]]{20,}\]\((media\/[\w.]+)\)/g)].map(([, path = '']) => path);
		assert.deepEqual(pictures, ['media/screenshot.png', 'media/locating.gif']);
		assert.ok(readme.indexOf('![') < readme.indexOf('npm'), 'what it does comes before how to build it');
		for (const path of pictures) {
			assert.ok(statSync(join(repoRoot, path)).size < 3 * 1024 * 1024, path);
		}
	});

	it('has each grammar once', () => {
		const grammars = files
			.filter(path => path.endsWith('.wasm.br'))
			.map(path => readFileSync(join(repoRoot, path.replace(/\.br$/, '')), 'hex'));
		assert.ok(grammars.length > 20);
		assert.equal(new Set(grammars).size, grammars.length);
	});

	it('contains no secret and no path of the machine that built it', () => {
		const own = [repoRoot, homedir()].filter(path => path.length > 5);
		for (const path of files.filter(each => !/\.(?:br|ttf|png)$/.test(each))) {
			const text = read(path);
			assert.doesNotMatch(text, secrets, path);
			assert.deepEqual(
				own.filter(each => text.includes(each)),
				[],
				path,
			);
		}
	});

	it('contains the license of every package in it', () => {
		const notices = readFileSync(join(productFolder, 'ThirdPartyNotices.txt'), 'utf8')
			.split(`\n\n${'='.repeat(80)}\n\n`)
			.slice(1);
		const names = notices.map(notice => /^\S+/.exec(notice)?.[0] ?? '');
		const programs = files
			.filter(path => path.startsWith('dist/program/'))
			.map(read)
			.join('\n');
		const dependencies = Object.keys(JSON.parse(read('package.json')).devDependencies);
		for (const grammar of files.filter(path => path.startsWith('dist/grammars/'))) {
			const name = grammar
				.replace(/^.*\/(.*)\.wasm\.br$/, '$1')
				.replace('c_sharp', 'c-sharp')
				.replace('tsx', 'typescript');
			assert.ok(
				names.some(each => each.replace(/^@[^/]+\//, '') === name),
				name,
			);
		}
		for (const name of [
			...['@vscode/codicons', 'web-tree-sitter', 'openai', 'preact', 'virtua'],
			...dependencies.filter(dependency => programs.includes(`// node_modules/${dependency}/`)),
		]) {
			assert.ok(names.includes(name), name);
		}
		for (const notice of notices) {
			assert.match(notice, /^\S+ \d\S* \([\w.-]+\)\n/);
			assert.match(notice, /Copyright|Creative Commons/i, notice.slice(0, 40));
			assert.match(notice, /permission|redistribution|license/i, notice.slice(0, 40));
		}
	});
});

interface Walkthroughs {
	readonly contributes: {
		readonly walkthroughs: readonly { readonly steps: readonly { readonly media: { readonly svg: string } }[] }[];
	};
}

function walkthroughPictures({ contributes }: Walkthroughs): readonly string[] {
	return contributes.walkthroughs.flatMap(({ steps }) => steps.map(({ media }) => media.svg));
}
