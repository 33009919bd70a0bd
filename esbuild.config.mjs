/**
 * Builds all programs: the extension, its worker, the command line, the webview and, with --tests, the tests.
 *
 *     node esbuild.config.mjs [--watch] [--tests]
 *
 * test/run.mjs imports the functions below, so a test is bundled by the same rules as the code it tests.
 */
import { createHash } from 'node:crypto';
import {
	chmodSync,
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, context, transform } from 'esbuild';
import { groupedParts } from './programGroups.mjs';
import { thirdPartyNotices } from './thirdPartyNotices.mjs';

export const repoRoot = dirname(fileURLToPath(import.meta.url));
/** The folder of the bundled tests, with the layout of test/. */
export const testOutDir = join(repoRoot, 'out', 'test');

/**
 * Loads Markdown as text. A prompt may begin with a comment that states what it was measured on, which no model is sent:
 *
 *     <!-- Measured on: ... -->
 */
const markdownWithoutComment = {
	name: 'markdown-without-comment',
	setup({ onLoad }) {
		onLoad({ filter: /\.md$/ }, ({ path }) => ({
			contents: readFileSync(path, 'utf8').replace(/^<!--[\s\S]*?-->\n*/, ''),
			loader: 'text',
			watchFiles: [path],
		}));
	},
};

/** Loads data as one text: as literals of JavaScript it takes more bytes, and longer to be read. */
const compactJson = {
	name: 'compact-json',
	setup({ onLoad }) {
		onLoad({ filter: /[\\/]src[\\/].*\.json$/ }, ({ path }) => ({
			contents: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))});`,
			loader: 'js',
			watchFiles: [path],
		}));
	},
};

/**
 * Changes with everything that decides what is indexed in a text: programs with the same one share a saved index. With
 * --watch it is that of the start.
 */
function indexCodeHash() {
	const files = ['definitions', 'index']
		.flatMap(room => readdirSync(join(repoRoot, 'src', 'code', 'pure', room), { recursive: true, withFileTypes: true }))
		.filter(entry => entry.isFile())
		.map(entry => join(entry.parentPath, entry.name));
	const hash = createHash('sha256');
	for (const file of [...files.sort(), join(repoRoot, 'node_modules', 'web-tree-sitter', 'package.json')]) {
		hash.update(readFileSync(file));
	}
	return hash.digest('hex');
}

const shared = {
	absWorkingDir: repoRoot,
	bundle: true,
	metafile: true,
	sourcemap: true,
	logLevel: 'warning',
	loader: { '.scm': 'text' },
	plugins: [markdownWithoutComment, compactJson],
	jsx: 'automatic',
	jsxImportSource: 'preact',
};

/** How everything that runs in Node is bundled; bench/run.mjs uses it too. */
export const nodeBundle = {
	...shared,
	platform: 'node',
	target: 'node20.19',
	format: 'cjs',
	external: ['vscode'],
	// VS Code reports each use of this global as an error; packages look for it to recognize a browser.
	define: { navigator: 'undefined', INDEX_CODE_HASH: JSON.stringify(indexCodeHash()) },
	// The package's ESM file uses import.meta.url, which a CJS bundle does not have.
	alias: { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' },
};

const webviewBundle = {
	...shared,
	platform: 'browser',
	target: 'chrome128',
	format: 'iife',
	// `virtua` is written for React.
	alias: Object.fromEntries(
		['react', 'react-dom', 'react/jsx-runtime'].map(name => [name, './src/webview/reactOverPreact.ts']),
	),
};

/**
 * Writes outputs as CommonJS. esbuild divides only ESM into parts, but Node loads a file of CommonJS in less time, and
 * not all of `node:util`, which is read whole when it is imported from ESM. With `keepsImport`, `import()` stays what it is.
 */
async function writeAsCommonJs(outputFiles, { minify, target, sourcemap, keepsImport = false }) {
	await Promise.all(
		outputFiles.map(async ({ path, text: esm }) => {
			const isOnlyEsm = esm.includes('import.meta.url');
			// Else each of its importers would have a copy of the whole namespace, name by name.
			const text = esm.replace(/\bimport ?\* ?as ([\w$]+) ?from ?"vscode";/g, 'var $1=require("vscode");');
			const { code, map } = await transform(text, {
				...{ format: 'cjs', platform: 'node', target, minify, sourcefile: path },
				// Else a part would be loaded as ESM. What knows its own address has its own `require`, and loads no part.
				supported: { 'dynamic-import': keepsImport || isOnlyEsm },
				...(sourcemap && { sourcemap: 'external' }),
				...(isOnlyEsm && {
					define: { 'import.meta.url': 'urlOfFile' },
					banner: "const urlOfFile = require('node:url').pathToFileURL(__filename).href;",
				}),
			});
			mkdirSync(dirname(path), { recursive: true });
			writeFileSync(path, map === '' ? code : `${code}//# sourceMappingURL=${basename(path)}.map\n`);
			map !== '' && writeFileSync(`${path}.map`, map);
			code.startsWith('#!') && chmodSync(path, 0o755);
		}),
	);
}

const writtenAsCommonJs = {
	name: 'written-as-commonjs',
	setup({ initialOptions, onEnd }) {
		onEnd(({ outputFiles = [] }) => writeAsCommonJs(outputFiles, initialOptions));
	},
};

/**
 * The programs in parts that they share: each loads a part when it first needs it. VS Code loads `extension`, `src/cli.ts`
 * loads `commandLine`, and both start `indexWorker`.
 */
const programBundle = {
	...nodeBundle,
	format: 'esm',
	// A part that is loaded later has the names of an ESM file only.
	alias: {},
	// A native module that a package does without, and would otherwise look for in folders above its own.
	external: [...nodeBundle.external, 'msgpackr-extract'],
	define: { ...nodeBundle.define, 'process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED': '"true"' },
	splitting: true,
	write: false,
	plugins: [...shared.plugins, writtenAsCommonJs],
	entryPoints: {
		'program/commandLine': 'src/cli/runCli.ts',
		'program/extension': 'src/extension.ts',
		'program/indexWorker': 'src/localizer/node/indexWorker.ts',
	},
	chunkNames: 'program/[name]-[hash]',
	// That is what they are; and vsce takes an extension with more than 100 files named .js for one that is not bundled.
	outExtension: { '.js': '.cjs' },
};

/** What is written as CommonJS needs the source map of what it was made of in its text. */
function inFolder(options, how) {
	const { sourcemap } = { ...options, ...how };
	return { ...options, ...how, sourcemap: options.write === false && sourcemap ? 'inline' : sourcemap };
}

const productBundles = [
	{ ...nodeBundle, entryPoints: { cli: 'src/cli.ts' }, banner: { js: '#!/usr/bin/env node' } },
	programBundle,
	{ ...webviewBundle, entryPoints: { 'webview/main': 'src/webview/main.tsx' } },
];
const distFolder = join(repoRoot, 'dist');
/** What dist/ was built from, as test/harness/product.mts wrote it. */
export const productState = join(repoRoot, 'out', 'product.json');

/** Test support that is started by path rather than imported by a test. */
export const testEntries = [
	'test/support/mochaMain.ts',
	'test/hostile/acceptedWrites.ts',
	'test/hostile/repeatedRuns.ts',
	'test/hostile/repeatedEdits.ts',
	'test/editor/suite.ts',
	'test/vscode/prepare.ts',
	'test/vscode/code.ts',
	'test/vscode/runEditorTests.ts',
];

/** Extensions of tests are copied to where they are installed, and one test has a stand-in that must run before what it loads. */
const testsInOneFile = [
	'test/vscode/chatProvider/extension.ts',
	'test/vscode/testProvider/extension.ts',
	'test/hostile/attacks.test.ts',
];

/**
 * Bundles the extension, worker, command line and webview into a folder and copies the files they read at run time, with
 * the licenses of the packages. For production: minified, without source maps, in few files, and with grammars compressed.
 * Returns the files that were bundled.
 */
export async function buildProduct({ folder = distFolder, production = false } = {}) {
	const how = { outdir: folder, minify: production, sourcemap: !production };
	folder === distFolder && rmSync(productState, { force: true });
	// Its files have other names in each build.
	rmSync(join(folder, 'program'), { recursive: true, force: true });
	const results = await Promise.all(productBundles.map(options => build(inFolder(options, how))));
	chmodSync(join(folder, 'cli.js'), 0o755);
	const bundled = results.flatMap(({ metafile }) =>
		Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
	);
	const notices = thirdPartyNotices(repoRoot, [...bundled, ...copyAssets(folder), ...recorderPackages()]);
	// Which source files each part has, and which parts it loads.
	const { outputs } = results[productBundles.indexOf(programBundle)].metafile;
	writeFileSync(join(folder, 'program', 'parts.json'), JSON.stringify(outputs));
	if (production) {
		groupParts(join(folder, 'program'), outputs);
		await compressData(folder);
	}
	await buildLanguages(folder);
	writeFileSync(join(folder, 'ThirdPartyNotices.txt'), notices);
	return bundled;
}

/**
 * Bundles tests into `outdir`, in parts that they share; packages stay imports. `files` are paths relative to the
 * repository; the harness's own entry files are always added. `rebuild` reads what has changed, and returns the metafile
 * with a function that writes the files that some of the tests need.
 */
export async function testBundler({ files = findTests(), others = [], outdir = testOutDir } = {}) {
	rmSync(outdir, { recursive: true, force: true });
	const options = testBundle([...files, ...others], outdir);
	const bundler = await context(options);
	const written = new Map();
	return {
		dispose: () => bundler.dispose(),
		async rebuild() {
			const { metafile, outputFiles } = await bundler.rebuild();
			const write = async (chosen = files) => {
				const needed = neededOutputs(metafile, [...testEntries, ...chosen]);
				const changed = outputFiles.filter(({ path, hash }) => needed.has(path) && written.get(path) !== hash);
				await writeAsCommonJs(changed, { ...options, keepsImport: true });
				const whole = testsInOneFile.filter(path => chosen.includes(path) || !path.endsWith('.test.ts'));
				await build({ ...options, ...inOneFile, entryPoints: whole });
				for (const { path, hash } of changed) {
					written.set(path, hash);
				}
			};
			return { metafile, write };
		},
	};
}

/** Bundles tests into `outdir`. */
export async function buildTests(options) {
	const bundler = await testBundler(options);
	try {
		const { write } = await bundler.rebuild();
		await write();
	} finally {
		await bundler.dispose();
	}
}

const inOneFile = { format: 'cjs', splitting: false, write: true, sourcemap: 'linked' };

/** Absolute paths of the outputs of entry files, and of all that these import. */
function neededOutputs({ outputs }, entries) {
	const wanted = new Set(entries);
	const needed = new Set(Object.keys(outputs).filter(path => wanted.has(outputs[path].entryPoint)));
	// A set is iterated with what is added meanwhile.
	for (const path of needed) {
		for (const imported of outputs[path].imports) {
			imported.external || needed.add(imported.path);
		}
	}
	return new Set([...needed].map(path => join(repoRoot, path)));
}

/** All test files, relative to the repository, in a stable order. */
export function findTests() {
	return readdirSync(join(repoRoot, 'test'), { recursive: true })
		.map(path => `test/${path.replaceAll('\\', '/')}`)
		.filter(path => /\.test\.tsx?$/.test(path) && !/^test\/languages\/(?:fixtures|callRecorders)\//.test(path))
		.sort();
}

function testBundle(files, outdir) {
	return {
		...nodeBundle,
		target: 'node22',
		minify: false,
		sourcemap: 'inline',
		alias: {},
		format: 'esm',
		splitting: true,
		write: false,
		chunkNames: 'shared/[name]-[hash]',
		plugins: [...shared.plugins, packagesStayImports],
		entryPoints: [...new Set([...testEntries, ...files])],
		outbase: 'test',
		outdir,
	};
}

const packagesStayImports = {
	name: 'packages-stay-imports',
	setup({ onResolve }) {
		onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
			return kind === 'entry-point' ? undefined : { path, external: true };
		});
	},
};

function groupParts(folder, outputs) {
	const names = readdirSync(folder).filter(name => name.endsWith('.cjs'));
	const files = groupedParts(new Map(names.map(name => [name, readFileSync(join(folder, name), 'utf8')])), outputs);
	for (const name of names) {
		rmSync(join(folder, name));
	}
	for (const [name, text] of files) {
		writeFileSync(join(folder, name), text);
	}
}

/**
 * Compresses the largest files, which Brotli makes a third smaller than an archive does. That takes half a minute, so what
 * it made is kept.
 */
async function compressData(folder) {
	const kept = join(repoRoot, 'out', 'compressed');
	mkdirSync(kept, { recursive: true });
	const grammars = readdirSync(join(folder, 'grammars')).map(name => join('grammars', name));
	await Promise.all(
		[...grammars, 'web-tree-sitter.wasm'].map(async name => {
			const bytes = readFileSync(join(folder, name));
			const file = join(kept, createHash('sha256').update(bytes).digest('hex'));
			if (!existsSync(file)) {
				const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
				const whole = `${file}-${process.pid}`;
				writeFileSync(whole, await promisify(brotliCompress)(bytes, { params }));
				renameSync(whole, file);
			}
			copyFileSync(file, join(folder, `${name}.br`));
			rmSync(join(folder, name));
		}),
	);
}

/** Returns what was copied, as paths relative to the repository. */
function copyAssets(folder) {
	return [
		copy('web-tree-sitter/web-tree-sitter.wasm', join(folder, 'web-tree-sitter.wasm')),
		...grammars().map(grammar => copy(grammar, join(folder, 'grammars', grammar.split('/').at(-1)))),
		...['codicon.css', 'codicon.ttf'].map(file => copy(`@vscode/codicons/dist/${file}`, join(folder, 'webview', file))),
	];
}

/** All that `syntaxes/` has of the languages, checked and in one file. */
async function buildLanguages(folder) {
	const { outputFiles } = await build({
		...nodeBundle,
		sourcemap: false,
		write: false,
		entryPoints: ['src/code/node/languages/grammarFolder.ts'],
	});
	const program = { exports: {} };
	new Function('require', 'module', outputFiles[0].text)(createRequire(import.meta.url), program);
	const built = program.exports.languagesToBuild(repoRoot);
	if (built.problems.length > 0) {
		throw new Error(built.problems.join('\n'));
	}
	writeFileSync(join(folder, 'languages.json'), program.exports.languagesText(built));
}

/** The files of npm packages that lie beside recorders of calls: their texts are in `languages.json`. */
function recorderPackages() {
	return readdirSync(join(repoRoot, 'syntaxes'))
		.map(language => join(repoRoot, 'syntaxes', language, 'tests.json'))
		.filter(path => existsSync(path))
		.flatMap(path => Object.values(JSON.parse(readFileSync(path, 'utf8')).callRecorder?.packages ?? {}))
		.map(file => `node_modules/${file}`);
}

/** `<npm package>/<file>.wasm` of every language that names one. */
function grammars() {
	return readdirSync(join(repoRoot, 'syntaxes'))
		.map(language => join(repoRoot, 'syntaxes', language, 'language.json'))
		.filter(path => existsSync(path))
		.map(path => JSON.parse(readFileSync(path, 'utf8')).grammar)
		.filter(grammar => grammar !== undefined);
}

function copy(fromPackages, target) {
	mkdirSync(dirname(target), { recursive: true });
	copyFileSync(join(repoRoot, 'node_modules', fromPackages), target);
	return `node_modules/${fromPackages}`;
}

async function watch() {
	rmSync(productState, { force: true });
	copyAssets(distFolder);
	await buildLanguages(distFolder);
	const how = { outdir: distFolder, logLevel: 'info' };
	const contexts = await Promise.all(productBundles.map(options => context(inFolder(options, how))));
	await Promise.all(contexts.map(each => each.watch()));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	if (process.argv.includes('--watch')) {
		await watch();
	} else {
		await buildProduct();
	}
	if (process.argv.includes('--tests')) {
		await buildTests();
	}
}
