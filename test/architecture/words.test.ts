import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { contentSecurityViolations } from './contentSecurity';
import { languageNames, languageNamesInJson, languageNamesInText, languageNameViolations } from './languageNames';
import { promptViolations } from './promptSentences';
import { parseSource, readSources } from './sourceFile';

const sentence = (words: number) => `Word${' word'.repeat(words - 1)}`;

describe('language names', () => {
	const names = ['python', 'c', 'c++', 'cpp', 'go', 'typescript', 'rust', 'c#'];
	const check = async (text: string, path = 'src/code/a.ts') =>
		languageNameViolations(await parseSource(path, text), names);

	it('do not occur in src: a language is a folder of syntaxes/', async () => {
		const known = languageNames();
		assert.ok(known.includes('python'));
		assert.deepEqual(
			(await readSources()).flatMap(source => languageNameViolations(source, known)),
			[],
		);
	});

	for (const text of [
		`const id = 'python';`,
		`const text = 'a Python file';`,
		`const text = \`an \${a} python \${b} file\`;`,
		`const isPythonFile = 1;`,
		`function parseTypeScript() {}`,
		`interface RUSTRules {}`,
		`const a = { python: 1 };`,
		`a.pythonRules();`,
		`const id = 'go';`,
		`const id = 'C';`,
		`const text = 'for C++ only';`,
		`import grammar from 'tree-sitter-python';`,
	]) {
		it(`are found in ${text}`, async () => {
			assert.equal((await check(text)).length, 1);
		});
	}

	it('do not occur in any prompt of src', () => {
		const prompts = globSync('src/**/*.md', { cwd: repoRoot }).filter(path => !path.endsWith('README.md'));
		const text = prompts.map(path => readFileSync(join(repoRoot, path), 'utf8')).join('\n');
		assert.deepEqual(languageNamesInText(text, languageNames()), []);
		assert.deepEqual(languageNamesInText('Continue with Python or C.', names), ['python']);
	});

	it('do not occur in any JSON file of src', () => {
		const paths = globSync('src/**/*.json', { cwd: repoRoot });
		// Its names are those under which other extensions report problems.
		const data = paths.filter(path => !path.endsWith('problemSources.json'));
		assert.ok(data.length > 10);
		const found = data.flatMap(path =>
			languageNamesInJson(readFileSync(join(repoRoot, path), 'utf8'), languageNames()).map(name => `${path}: ${name}`),
		);
		assert.deepEqual(found, []);
		const json = '{ "python": 1, "of": ["go", "a.go", { "in": "Rust" }], "c": [] }';
		assert.deepEqual(languageNamesInJson(json, names).sort(), ['Rust', 'c', 'go', 'python']);
	});

	it('are found in the text of a view', async () => {
		assert.equal((await check('const a = <b>Python files</b>;', 'src/webview/a.tsx')).length, 1);
	});

	for (const text of [
		`const label = 'Go to round';`,
		`const trusted = 'trusted';`,
		`const c = a.go();`,
		`const text = \`\${a}c\`;`,
		`// Python has decorators`,
		`const text = 'pythonic';`,
		`const scripted = 'typed script';`,
	]) {
		it(`are not seen in ${text}`, async () => {
			assert.deepEqual(await check(text), []);
		});
	}
});

describe('prompt sentences', () => {
	const check = async (text: string, path = 'src/models/pure/tools/a.ts') =>
		promptViolations(await parseSource(path, text));

	it('belong in .md files, not in src/**/*.ts', async () => {
		assert.deepEqual((await readSources()).flatMap(promptViolations), []);
	});

	for (const text of [
		`const a = '${sentence(25)}';`,
		`const a = \`${sentence(12)} \${b} ${sentence(13)}\`;`,
		`const a = '${sentence(9)}' + b + '${sentence(9)}' + ('${sentence(9)}');`,
		`const a = ['${sentence(9)}', '${sentence(9)}', '${sentence(9)}'].join('\\n');`,
		`const a = vscode.l10n.t('{0}', '${sentence(25)}');`,
		`const a = part('${sentence(25)}');`,
		`const a = vscode.l10n.t('You are a helpful reviewer.');`,
		`const a = 'You are a helpful reviewer.';`,
		`const tool = { name: 'search', description: 'Finds a class by name' };`,
		`const message = { role: 'user', content: \`Here is the issue: \${issue}\` };`,
	]) {
		it(`are found in ${text.slice(0, 70)}`, async () => {
			assert.equal((await check(text)).length, 1);
		});
	}

	for (const text of [
		`const a = '${sentence(24)}';`,
		`const stopWords = '${'word '.repeat(60)}'.split(' ');`,
		`const suffixes = '${'.ini .cfg '.repeat(30)}'.split(' ');`,
		`const stopWords = [${"'word', ".repeat(60)}];`,
		`throw new UserError('The folder cannot be read: choose another one, or change its rights.');`,
		`const a = vscode.l10n.t('${sentence(30)}', b);`,
		`const tool = { name: 'search', description };`,
		`const a = { content: 'text/plain' };`,
		`const page = '<a href="x" class="y">${'<b class="z w v u t s">'.repeat(9)}</a>';`,
	]) {
		it(`are not seen in ${text.slice(0, 70)}`, async () => {
			assert.deepEqual(await check(text), []);
		});
	}

	it('may be short descriptions where nobody talks to a model', async () => {
		assert.deepEqual(await check(`const item = { description: 'runs of this workspace' };`, 'src/editor/a.ts'), []);
	});
});

describe('content security', () => {
	const check = async (text: string, path = 'src/webview/a.tsx') =>
		contentSecurityViolations(await parseSource(path, text));

	it('needs no hole for anything in src', async () => {
		assert.deepEqual((await readSources()).flatMap(contentSecurityViolations), []);
	});

	const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src x">`;
	for (const text of [
		"const csp = `script-src 'unsafe-inline'`;",
		'const html = `<script>run()</script>`;',
		'const html = `<style>b {}</style>`;',
		'const html = `<p style="color: red">`;',
		'const html = `<p onclick="go()">`;',
		'const html = `<a href="javascript:go()">`;',
		'const html = `<!DOCTYPE html><html><body></body></html>`;',
		`eval('1');`,
		`new Function('a', 'b');`,
		`element.innerHTML = text;`,
		`const a = <style>{text}</style>;`,
		`const a = <p style="color: red" />;`,
		`const a = <p dangerouslySetInnerHTML={{ __html: text }} />;`,
	]) {
		it(`is broken by ${text}`, async () => {
			assert.equal((await check(text)).length, 1);
		});
	}

	for (const text of [
		`const html = \`<!DOCTYPE html><html><head>${policy}</head><body><script nonce="\${n}" src="\${s}"></script></body></html>\`;`,
		`const a = <p style={{ height: 3 }} onClick={go} />;`,
		`element.textContent = text;`,
	]) {
		it(`is kept by ${text}`, async () => {
			assert.deepEqual(await check(text), []);
		});
	}
});
