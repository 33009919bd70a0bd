import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { dialectInText, dialectViolations } from './dialect';
import { nodesOfType, parseSource, readSources } from './sourceFile';
import { rareWords, tooFrequent } from './wordFrequency';

const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: repoRoot })];

describe('plain English', () => {
	it('is written in the code of src', async () => {
		assert.deepEqual((await readSources()).flatMap(dialectViolations), []);
	});

	it('is written in the documents, texts for users and prompts', () => {
		const texts = globSync('src/**/*.md', { cwd: repoRoot }).map(path => path.replaceAll('\\', '/'));
		const paths = [...documents, 'package.json', 'package.nls.json', ...texts.sort()];
		const found = paths.flatMap(path => dialectInText(path, readFileSync(join(repoRoot, path), 'utf8')));
		assert.deepEqual(found, []);
	});

	it('has few words of translated texts in the comments of src', async () => {
		const comments = (await readSources()).flatMap(({ root }) => nodesOfType(root, 'comment'));
		assert.deepEqual(tooFrequent(comments.map(({ text }) => text)), []);
	});

	it('has few of them in the documents', () => {
		const shown = globSync(['*.md', 'docs/**/*.md', 'src/**/README.md', 'syntaxes/*.md', 'bench/**/README.md'], {
			cwd: repoRoot,
		});
		assert.ok(shown.length > 50);
		assert.deepEqual(tooFrequent(shown.map(path => readFileSync(join(repoRoot, path), 'utf8'))), []);
	});

	it('is too rich in such words if every tenth is one', () => {
		const filler = 'a '.repeat(9);
		const texts = [`${filler}what`, `${filler}where`, `${filler}\n * that\n * of`, `${filler}\`what\``];
		assert.equal(tooFrequent(texts).length, rareWords.length);
		assert.deepEqual(tooFrequent([`${filler}\`what\` \`where\``, '```\nthat of\n```']), []);
	});

	const dialect: [text: string, word: string][] = [
		['// It stands there.', 'stands'],
		['/** Where definitions may stand. */', 'stand'],
		[`const a = 'What the model said';`, 'said'],
		['const a = `What it told us`;', 'told'],
		['// Whoever scrolled up.', 'Whoever'],
		['const a = <p>Asks the person first</p>;', 'the person'],
		['const a = <p title="As the person left it" />;', 'the person'],
		['/**\n * As long as the\n * person waits.\n */', 'the person'],
		[`throw new UserError('The run goes on.');`, 'goes on'],
		[`const label = 'Go on';`, 'Go on'],
		['// Written anew.', 'anew'],
		['const soughtLines = 1;', 'sought'],
		['const goesOn = 1;', 'goes On'],
		['interface ToldThings {}', 'Told'],
		['a.isSaid();', 'Said'],
		['f({ said });', 'said'],
	];
	for (const [text, word] of dialect) {
		it(`is not ${JSON.stringify(text)}`, async () => {
			const [violation = '', ...others] = dialectViolations(await parseSource('src/webview/a.tsx', text));
			assert.deepEqual(others, []);
			assert.match(violation, /^src\/webview\/a\.tsx:\d+ "/);
			assert.ok(violation.includes(`"${word}": write `), violation);
		});
	}

	for (const text of [
		'// A standalone script that readers understand, on standard output.',
		'// A person may outstand this.',
		`const a = 'The run continues from there.';`,
		`const kind = 'told';`,
		`import { VisuallyHidden } from './visuallyHidden';`,
		'const a = <span class="body said">{text}</span>;',
		`const stopWords = 'really regarding said same say see seem seems several shall she should';`,
		'const a = /said/;',
		'const unsaid = 1;',
		'const action = goOnce;',
	]) {
		it(`may be ${JSON.stringify(text)}`, async () => {
			assert.deepEqual(dialectViolations(await parseSource('src/webview/a.tsx', text)), []);
		});
	}

	it('is checked with the line of the word', async () => {
		const source = await parseSource('src/a.ts', '/**\n * Fine.\n * It goes\n * on.\n */\nconst told = 1;');
		assert.deepEqual(dialectViolations(source), [
			'src/a.ts:3 "goes on": write continues',
			'src/a.ts:6 "told": write reports, passes, informs; as a name: feedback, received',
		]);
		assert.deepEqual(dialectInText('a.md', 'One.\nTwo stands.\n'), [
			'a.md:2 "stands": write is, contains, occurs, belongs',
		]);
	});
});
