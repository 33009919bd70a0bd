/**
 * Makes the packages: faultline-VERSION.vsix for VS Code by `npm run package`, and with `--npm` faultline-VERSION.tgz for npm.
 *
 *     node package.mjs [--npm] [--release] [--publication FILE] [FILE]
 *
 * They are built and put together in a temporary folder, so that dist/ stays as it is. The same sources give the same bytes.
 *
 * publication.json has the addresses of the project; CONTRIBUTING.md describes how they are used. `--release` refuses
 * addresses that are not filled in.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles, PackageManager } from '@vscode/vsce';
import { buildProduct, repoRoot } from './esbuild.config.mjs';

/** What the package is taken from, besides dist/ and package.json; .vscodeignore decides on each file. */
const sources = [
	'.vscodeignore',
	'CHANGELOG.md',
	'LICENSE',
	'NOTICE',
	'README.md',
	'l10n',
	'media',
	'plugin',
	'sample',
	'syntaxes',
	...readdirSync(repoRoot).filter(name => name.startsWith('package.nls.')),
];
const options = {
	npm: { type: 'boolean' },
	release: { type: 'boolean' },
	publication: { type: 'string', default: join(repoRoot, 'publication.json') },
};
const {
	values: { npm, release, publication },
	positionals: [file],
} = parseArgs({ options, allowPositionals: true });
const addresses = JSON.parse(readFileSync(publication, 'utf8'));
/** Names of the addresses that are not filled in. */
const unknown = Object.keys(addresses).filter(name => /^$|OWNER/.test(addresses[name]));
const [repository, bugs, homepage] = ['repository', 'bugs', 'homepage'].map(name =>
	unknown.includes(name) ? '' : addresses[name],
);
const manifest = JSON.parse(read('package.json'));
const target = resolve(file ?? `${manifest.name}-${manifest.version}.${npm ? 'tgz' : 'vsix'}`);
if (release && unknown.length > 0) {
	console.error(`Fill in ${unknown.join(', ')} in ${publication} before a release: OWNER is a placeholder.`);
	process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'faultline-package-'));
try {
	await stage();
	process.exitCode = npm ? await makeTarball() : makePackage();
} finally {
	rmSync(folder, { recursive: true, force: true });
}

async function stage() {
	for (const path of sources) {
		cpSync(join(repoRoot, path), join(folder, path), { recursive: true });
	}
	await buildProduct({ folder: join(folder, 'dist'), production: true });
	write('package.json', JSON.stringify(published(manifest), undefined, '\t'));
	if (repository === '') {
		write('README.md', withoutLinks(withoutPictures(read('README.md'))));
	}
}

/** The manifest with the addresses that are known. Only a release can be published. */
function published({ scripts: _scripts, devDependencies: _devDependencies, private: isPrivate, ...fields }) {
	return {
		...fields,
		...(!release && { private: isPrivate }),
		...(repository !== '' && { repository: { type: 'git', url: repository } }),
		...(bugs !== '' && { bugs: { url: bugs } }),
		...(homepage !== '' && { homepage }),
	};
}

/**
 * VS Code's page of an extension loads pictures from the web only, neither from the extension's folder nor from `data:`.
 * Without a repository they are not on the web, and would be broken there.
 */
function withoutPictures(markdown) {
	return markdown.replaceAll(/^!\[[^\]\n]*\]\(media\/[\w.-]+\)\n\n/gm, '');
}

/** A link into the repository leads nowhere without one: its text remains. */
function withoutLinks(markdown) {
	return markdown.replaceAll(/(?<!!)\[([^\]\n]+)\]\((?!https?:|#)[^)\s]+\)/g, '$1');
}

function makePackage() {
	const vsce = join(repoRoot, 'node_modules', '@vscode', 'vsce', 'vsce');
	// Relative links lead into the repository, so they are rewritten only if there is one.
	const withoutRepository = ['--no-rewrite-relative-links', '--allow-missing-repository'];
	const flags = ['--no-dependencies', '--out', target, ...(repository === '' ? withoutRepository : [])];
	// All files in it have this date. The times in a zip file are those of the time zone.
	const env = { ...process.env, SOURCE_DATE_EPOCH: String(Date.UTC(1981) / 1000), TZ: 'UTC' };
	const { status } = spawnSync(process.execPath, [vsce, 'package', ...flags], { cwd: folder, env, stdio: 'inherit' });
	return status ?? 1;
}

/** The same files, for `npx`. */
async function makeTarball() {
	const files = await listFiles({ cwd: folder, packageManager: PackageManager.None });
	write('package.json', JSON.stringify({ ...published(manifest), files }, undefined, '\t'));
	const isWindows = process.platform === 'win32';
	const { status, stdout } = spawnSync('npm', ['pack', '--json', '--ignore-scripts'], {
		...{ cwd: folder, encoding: 'utf8', shell: isWindows },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	if (status === 0) {
		const [packed] = Object.values(JSON.parse(stdout));
		cpSync(join(folder, packed.filename), target);
		console.log(`Packaged: ${target} (${packed.entryCount} files, ${(packed.size / 1024 / 1024).toFixed(2)} MB)`);
	}
	return status ?? 1;
}

function read(path) {
	return readFileSync(join(repoRoot, path), 'utf8');
}

function write(path, text) {
	writeFileSync(join(folder, path), text);
}
