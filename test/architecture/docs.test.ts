import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { faultlineCli } from '../support/faultlineCli';
import { readManifest } from '../support/readManifest';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder } from '../support/scratchFolder';
import { anchorsOf, codeOf, commandLinesOf, commandTitlesOf, linksOf, wordsOf } from './documents';

const documents = [
	...globSync('docs/**/*.md', { cwd: repoRoot }).map(path => path.replaceAll('\\', '/')),
	...['README.md', 'README.zh-cn.md', 'SECURITY.md', 'CONTRIBUTING.md', 'src/README.md', 'bench/README.md'],
	...globSync(['src/*/README.md', 'bench/*/README.md'], { cwd: repoRoot }),
];

describe('the documentation', () => {
	it('has the references that are made now: npm run docs', async () => {
		const { makeReferences } = (await import(pathToFileURL(join(repoRoot, 'docs/generate.mjs')).href)) as {
			makeReferences: () => Record<string, string>;
		};
		for (const [path, text] of Object.entries(makeReferences())) {
			assert.equal(read(path), text, `${path} is stale: npm run docs`);
		}
	});

	it('has links that lead somewhere', () => {
		const broken = documents.flatMap(document =>
			linksOf(read(document))
				.filter(link => !leadsSomewhere(document, link))
				.map(link => `${document}: ${link}`),
		);
		assert.deepEqual(broken, []);
		assert.ok(!leadsSomewhere('README.md', 'docs/locate.md#no-such-place'));
		assert.ok(!leadsSomewhere('README.md', 'docs/none.md'));
	});

	it('has the same code, links and commands in Chinese', async () => {
		const [english, chinese] = [read('README.md'), read('README.zh-cn.md')];
		assert.ok(codeOf(english).includes('npm ci && npm run demo'));
		assert.deepEqual(codeOf(chinese), codeOf(english));
		const [[toChinese, ...links], [toEnglish, ...sameLinks]] = [linksOf(english), linksOf(chinese)];
		assert.deepEqual([toChinese, toEnglish, sameLinks], ['README.zh-cn.md', 'README.md', links]);
		const [titles = [], translated = []] = await Promise.all([titlesIn(), titlesIn('zh-cn')]);
		const named = commandTitlesOf(english);
		assert.ok(named.length > 1 && named.every(title => titles.includes(title)), named.join('\n'));
		assert.deepEqual(
			commandTitlesOf(chinese),
			named.map(title => translated[titles.indexOf(title)]),
		);
	});

	it('has command lines that exist, with their options', async () => {
		const { scripts } = JSON.parse(read('package.json'));
		const helps = new Map<string, string>();
		const wrong: string[] = [];
		for (const line of documents.flatMap(document => commandLinesOf(read(document)))) {
			const [program, name = '', ...words] = wordsOf(line);
			if (program === 'npm') {
				wrong.push(...(words[0] !== undefined && words[0] in scripts ? [] : [line]));
				continue;
			}
			const help = helps.get(name) ?? (await helpOf(name));
			helps.set(name, help);
			const options = words.flatMap(word => word.match(/--[a-z][a-z-]*/g) ?? []);
			wrong.push(...options.filter(option => !mentions(help, option)).map(option => `${line}: ${option}`));
		}
		assert.deepEqual(wrong, []);
		assert.ok(helps.size > 8);
	});

	it('has command lines without a model that work on the sample', async () => {
		const folder = createScratchFolder('docs');
		const project = join(folder.path, 'project');
		cpSync(join(repoRoot, 'sample/python'), project, { recursive: true });
		const values: Record<string, string> = {
			DIR: project,
			'FILE|-|URL': join(project, 'ISSUE.md'),
			FILE: join(project, 'ISSUE.md'),
		};
		const tried = documents
			.flatMap(document => commandLinesOf(read(document)))
			.map(line => wordsOf(line).filter(word => !/^\[|\]$/.test(word)))
			.filter(([program, name, ...words]) => program === 'faultline' && runsAlone(name, words))
			.map(([, ...words]) => words.map(word => values[word] ?? word));
		const lines = new Map(tried.map(words => [words.join(' '), words]));
		assert.ok(lines.size >= 4, [...lines.keys()].join('\n'));
		for (const [line, words] of lines) {
			const { code, stderr } = await faultlineCli([...words, '--storage', join(folder.path, 'storage')]);
			assert.equal(code, 0, `${line}\n${stderr}`);
		}
		folder.remove();
	});
});

/** Whether the command needs nothing but the folder and the issue of the sample. */
function runsAlone(name: string | undefined, words: readonly string[]): boolean {
	const plain = words.every(word =>
		/^(?:--workspace|--issue|--strategy|--all|DIR|FILE|FILE\|-\|URL|researcher)$/.test(word),
	);
	return plain && ['locate', 'index', 'tests'].includes(name ?? '') && words.includes('--workspace');
}

/** The titles of the commands, in the order of package.json. */
async function titlesIn(language?: string): Promise<readonly string[]> {
	const { contributes } = await readManifest<{ contributes: { commands: { title: string }[] } }>(language);
	return contributes.commands.map(({ title }) => title);
}

async function helpOf(command: string): Promise<string> {
	const helps = [[command, '--help'], ['--help'], ...(command === 'fix' ? [['locate', '--help']] : [])];
	const results = await Promise.all(helps.map(words => faultlineCli(words)));
	assert.equal(results[0]?.code, 0, `faultline ${command} --help`);
	return results.map(({ stdout }) => stdout).join('\n');
}

function mentions(help: string, option: string): boolean {
	return help.split(/[^\w-]+/).includes(option);
}

function leadsSomewhere(document: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? document : join(dirname(document), path);
	if (!existsSync(join(repoRoot, target))) {
		return false;
	}
	return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).has(anchor);
}

function read(path: string): string {
	return readFileSync(join(repoRoot, path), 'utf8').replaceAll('\r\n', '\n');
}
