import { type BaseTrace, tracedRoot } from './baseTraces';

/** A folder that has a copy of the workspace's package on the machine of somebody else. */
export interface InstalledRoot {
	readonly name: string;
	readonly folder: string;
	/** The base traces of the languages that have such folders. */
	readonly traces: readonly string[];
}

const v8 = ['v8', 'node-cause'];
const python = ['python', 'python-chained'];
const ruby = ['ruby33', 'ruby34'];
const php = ['php', 'phpunit'];
const c = ['gdb', 'asan'];
const home = '/home/ann';
const shop = `${home}/shop`;
const registry = `${home}/.cargo/registry/src/index.crates.io-6f17d22bba15001f`;
const checkouts = `${home}/.cargo/git/checkouts`;
const yarnCache = `${shop}/.yarn/cache`;
const execRoot = `${home}/.cache/bazel/_bazel_ann/0c9f4f1ec6f0be5c/sandbox/linux-sandbox/12/execroot/_main`;
const windows = 'C:\\Users\\ann\\source';

export const installedRoots: readonly InstalledRoot[] = [
	{ name: 'node_modules', folder: `${shop}/node_modules/till`, traces: v8 },
	{ name: 'node_modules, relative', folder: 'node_modules/till', traces: v8 },
	{ name: 'node_modules, scoped', folder: `${shop}/node_modules/@acme/till`, traces: v8 },
	{ name: 'pnpm', folder: `${shop}/node_modules/.pnpm/till@2.1.0/node_modules/till`, traces: v8 },
	{
		name: 'yarn cache',
		folder: `${yarnCache}/till-npm-2.1.0-0c9f4f1ec6-8a2b1c3d4e.zip/node_modules/till`,
		traces: v8,
	},
	{ name: 'webpack-internal', folder: 'webpack-internal:///./node_modules/till', traces: [...v8, 'firefox'] },
	{ name: 'site-packages', folder: `${home}/venv/lib/python3.12/site-packages/till`, traces: python },
	{ name: 'dist-packages', folder: '/usr/lib/python3/dist-packages/till', traces: python },
	{ name: 'cargo registry', folder: `${registry}/till-1.2.0`, traces: ['rust'] },
	{ name: 'cargo git', folder: `${checkouts}/till-1a2b3c4d5e6f7a8b/9f8e7d6`, traces: ['rust'] },
	{ name: 'gems', folder: '/usr/local/bundle/gems/till-2.1.0', traces: ruby },
	{ name: 'composer', folder: '/var/www/shop/vendor/acme/till', traces: php },
	{ name: 'go modules', folder: `${home}/go/pkg/mod/example.org/till@v1.2.0`, traces: ['go'] },
	{ name: 'bazel', folder: execRoot, traces: [...c, 'go', 'rust'] },
	{ name: 'docker', folder: '/app', traces: [...v8, ...python, ...ruby, ...php, ...c, 'go', 'rust', 'csharp'] },
	{ name: 'windows', folder: `${windows}\\till`, traces: [...v8, ...python, ...php, 'rust', 'csharp'] },
	{ name: 'windows, slashes', folder: 'C:/Users/ann/source/till', traces: [...ruby, 'go'] },
];

/** Folders of other packages: files of the same names in them are no files of the workspace. */
export const foreignRoots: readonly InstalledRoot[] = [
	{ name: 'node_modules', folder: `${shop}/node_modules/scales`, traces: v8 },
	{ name: 'node_modules, relative', folder: 'node_modules/scales', traces: v8 },
	{ name: 'node_modules, scoped', folder: `${shop}/node_modules/@acme/scales`, traces: v8 },
	{ name: 'node_modules, nested', folder: `${shop}/node_modules/till/node_modules/scales`, traces: v8 },
	{ name: 'node_modules, scope of the name', folder: `${shop}/node_modules/@till/scales`, traces: v8 },
	{ name: 'pnpm', folder: `${shop}/node_modules/.pnpm/scales@1.0.0/node_modules/scales`, traces: v8 },
	{
		name: 'yarn cache',
		folder: `${yarnCache}/scales-npm-1.0.0-0c9f4f1ec6-8a2b1c3d4e.zip/node_modules/scales`,
		traces: v8,
	},
	{ name: 'webpack-internal', folder: 'webpack-internal:///./node_modules/scales', traces: [...v8, 'firefox'] },
	{ name: 'page', folder: 'http://localhost:8080/node_modules/scales', traces: ['firefox'] },
	{ name: 'site-packages', folder: `${home}/venv/lib/python3.12/site-packages/scales`, traces: python },
	{ name: 'dist-packages', folder: '/usr/lib/python3/dist-packages/scales', traces: python },
	{ name: 'cargo registry', folder: `${registry}/scales-1.0.0`, traces: ['rust'] },
	{ name: 'cargo registry, longer name', folder: `${registry}/till-scales-1.0.0`, traces: ['rust'] },
	{ name: 'cargo git', folder: `${checkouts}/scales-1a2b3c4d5e6f7a8b/9f8e7d6`, traces: ['rust'] },
	{ name: 'gems', folder: '/usr/local/bundle/gems/other-1.0', traces: ruby },
	{ name: 'gems, longer name', folder: '/usr/local/bundle/gems/till-scales-1.0', traces: ruby },
	{ name: 'bundler git', folder: '/usr/local/bundle/bundler/gems/other-0c9f4f1ec6f0', traces: ruby },
	{ name: 'composer', folder: '/var/www/shop/vendor/other/scales', traces: php },
	{ name: 'composer, same vendor', folder: '/var/www/shop/vendor/acme/scales', traces: php },
	{ name: 'go modules', folder: `${home}/go/pkg/mod/example.org/scales@v1.0.0`, traces: ['go'] },
	{ name: 'go vendor', folder: `${shop}/vendor/example.org/scales`, traces: ['go'] },
	{ name: 'bazel external', folder: `${execRoot}/external/scales~1.0`, traces: [...c, 'go', 'rust'] },
	{ name: 'windows', folder: `${windows}\\shop\\node_modules\\scales`, traces: v8 },
	{ name: 'namespace', folder: '/_/src/Other', traces: ['java', 'kotlin', 'csharp'] },
];

/** A trace whose files are in another folder. */
export function inFolder({ text }: BaseTrace, folder: string): string {
	const separator = folder.includes('\\') ? '\\' : '/';
	return withRoot(text, path => [folder, ...path.split('/')].join(separator));
}

/** A trace of another package that has files and functions of the same names. */
export function inForeignFolder(trace: BaseTrace, folder: string): string {
	return inFolder(trace, folder)
		.replaceAll('example.org/till/', 'example.org/scales/')
		.replaceAll(/\btill::/g, 'scales::')
		.replaceAll(/(?<=\bat )shop\./g, 'org.other.')
		.replaceAll('Shop.Pricing.', 'Other.')
		.replaceAll('src/Shop/Pricing/', '');
}

function withRoot(text: string, change: (path: string) => string): string {
	return text.replaceAll(new RegExp(`(?:${tracedRoot}|http://localhost:8080/(?=lib/))([\\w./-]*\\w)`, 'g'), (_, path) =>
		change(path),
	);
}
