/**
 * Makes the package, faultline-VERSION.vsix: `npm run package`, or `node package.mjs FILE` for another place. It is built
 * and put together in a temporary folder, so that dist/ stays as it is. The same sources give the same bytes.
 *
 * publication.json has the addresses of the project; CONTRIBUTING.md describes how they are used.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
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
const { repository, bugs, homepage } = JSON.parse(read('publication.json'));
const manifest = JSON.parse(read('package.json'));
const target = resolve(process.argv[2] ?? `${manifest.name}-${manifest.version}.vsix`);
const folder = mkdtempSync(join(tmpdir(), 'faultline-package-'));
try {
	await stage();
	process.exitCode = makePackage();
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
		write('README.md', withoutPictures(read('README.md')));
	}
}

/** The manifest with the addresses that are known. */
function published({ scripts: _scripts, devDependencies: _devDependencies, ...fields }) {
	return {
		...fields,
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

function read(path) {
	return readFileSync(join(repoRoot, path), 'utf8');
}

function write(path, text) {
	writeFileSync(join(folder, path), text);
}
