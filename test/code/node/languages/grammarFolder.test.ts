import assert from 'node:assert/strict';
import { languagesToBuild, openGrammarFolder } from '../../../../src/code/node/languages/grammarFolder';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { packageRootAbove } from '../../../../src/system/node/packageRoot';
import { languageFiles } from '../../../support/grammars';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const reproducer = {
	file: 'r.x',
	ways: [{ steps: [['x', '{file}']] }],
	failBy: 'an error',
	assertionFailures: ['^Error'],
	environmentErrors: [],
};

describe('openGrammarFolder', () => {
	const folder = new TestFolder();

	it('has the languages of syntaxes/ as they were built', () => {
		const { languages, texts, problems, fingerprint } = openGrammarFolder(repoRoot);
		const read = languagesToBuild(repoRoot);
		assert.deepEqual({ languages, texts, problems, fingerprint }, JSON.parse(JSON.stringify(read)));
	});

	it('has every shipped language, without a problem', () => {
		const { languages, problems } = openGrammarFolder(repoRoot);
		assert.deepEqual(problems, []);
		assert.deepEqual(
			languages.map(({ id }) => id),
			languageFiles()
				.map(({ id }) => id)
				.sort(),
		);
	});

	it('parses with the grammars that were built', async () => {
		const grammars = openGrammarFolder(repoRoot);
		const parser = new SourceParser(grammars);
		for (const language of grammars.languages) {
			assert.deepEqual((await parser.symbols(language, 'empty', '')).symbols, [], language.id);
			await parser.references(language, '');
		}
	});

	const broken: [what: string, text: string, problem: RegExp][] = [
		['not JSON', '{ "id": ', /syntaxes\/x\/language\.json: .*JSON/],
		['no object', '[]', /syntaxes\/x\/language\.json: it is not a JSON object/],
		['no grammar', text({ grammar: undefined }), /language\.json: "grammar" must be a string/],
		['an empty name', text({ name: '' }), /"name" must be a string/],
		['extensions as text', text({ extensions: '.x' }), /"extensions" must be a list of strings/],
		['a number among keywords', text({ keywords: [1] }), /"keywords" must be a list of strings/],
		['a wrong recognizer', text({ recognize: '(' }), /"recognize" is not a regular expression/],
		['definitions as list', text({ definitions: [] }), /"definitions" must be an object/],
		['an unknown kind', text({ definitions: { f: { kind: 'procedure' } } }), /"definitions"\."f" needs rules/],
		['a reader of no family', text({ reader: { family: 'prose' } }), /"reader" needs a "family"/],
		['a reader without a table', text({ reader: { family: 'indentation' } }), /"reader"\."comment" is missing/],
		[
			'callbacks without texts',
			text({ callbacks: { calls: {}, arguments: 'a', callees: [] } }),
			/"callbacks"\."texts" is/,
		],
		['a rule that is none', text({ definitions: { f: ['name'] } }), /"definitions"\."f" needs rules/],
		['another id than its folder', text({ id: 'y' }), /"id" must be "x"/],
		['a base that is not there', text({ extends: 'nowhere' }), /syntaxes\/x\/language\.json: "extends": .*nowhere/],
		['itself as base', text({ extends: 'x' }), /"extends": .*cannot extend itself/],
		['a reproducer as text', text({ reproducer: 'run it' }), /"reproducer" must be an object/],
		[
			'a reproducer without ways',
			text({ reproducer: { ...reproducer, ways: undefined } }),
			/"reproducer" needs file, ways/,
		],
		['a reproducer with no way', text({ reproducer: { ...reproducer, ways: [] } }), /"reproducer"\."ways" must be/],
		['a command as text', text({ reproducer: { ...reproducer, ways: [{ steps: ['x {file}'] }] } }), /"ways" must be/],
		['a reproducer without a file', text({ reproducer: { ...reproducer, file: '' } }), /"reproducer"\."file" must be/],
		['a number as variable', text({ reproducer: { ...reproducer, variables: { A: 1 } } }), /"variables" must be/],
		[
			'a wrong failure',
			text({ reproducer: { ...reproducer, assertionFailures: ['('] } }),
			/"reproducer"\."assertionFailures": "\(" is not a regular expression/,
		],
		[
			'a manifest without a file',
			text({ reproducer: { ...reproducer, manifests: [{ fields: ['name'] }] } }),
			/"reproducer"\."manifests" must be a list of objects with "file"/,
		],
		[
			'a missing module without a name',
			text({ reproducer: { ...reproducer, missingModules: [{ error: 'x' }] } }),
			/"reproducer"\."missingModules" must be .* a group "module"/,
		],
		['an install command as text', text({ reproducer: { ...reproducer, install: ['x'] } }), /"install" must be a list/],
		['a debugger without an extension', debugged({ extension: undefined }), /"debug" must be .* "extension", a string/],
		['a debugger of no type', debugged({ configuration: { request: 'launch' } }), /needs the strings "type" and/],
		['a debugger after a text', debugged({ steps: ['cc'] }), /"debug"\."steps" must be a list of commands/],
		['an exit code without a group', debugged({ exitCode: 'exit code \\d+' }), /"debug"\."exitCode" must be null or/],
		[
			'a way with a debugger as text',
			text({ reproducer: { ...reproducer, ways: [{ ...reproducer.ways[0], debug: 'gdb' }] } }),
			/"ways" must be/,
		],
	];
	for (const [what, content, problem] of broken) {
		it(`leaves out a language with ${what}, names file and field, and has the others`, () => {
			folder.write({
				'syntaxes/x/language.json': content,
				'syntaxes/sound/language.json': text({ id: 'sound', definitions: { a: null, b: { kind: 'class' } } }),
			});
			const grammars = openGrammarFolder(folder.path());
			assert.deepEqual(
				grammars.languages.map(({ id }) => id),
				['sound'],
			);
			assert.equal(grammars.problems.length, 1);
			assert.match(grammars.problems[0] ?? '', problem);
		});
	}

	it('reports which file is missing when there is no grammar', async () => {
		folder.write({ 'syntaxes/x/language.json': text({}) });
		const grammars = openGrammarFolder(folder.path());
		const [language] = grammars.languages;
		assert.ok(language);
		await assert.rejects(grammars.grammarWasm(language), /dist\/grammars\/x\.wasm is missing/);
		await assert.rejects(grammars.tags(language), /syntaxes\/x\/tags\.scm is missing/);
		await assert.rejects(grammars.runtimeWasm(), /dist\/web-tree-sitter\.wasm is missing/);
	});

	it('has another fingerprint for other languages and other grammars', () => {
		const fingerprint = () => openGrammarFolder(folder.path()).fingerprint;
		folder.write({ 'syntaxes/x/language.json': text({}) });
		const first = fingerprint();
		assert.equal(fingerprint(), first);
		folder.write({ 'dist/grammars/x.wasm': 'grammar' });
		const second = fingerprint();
		folder.write({ 'syntaxes/x/language.json': text({ keywords: ['if'] }) });
		assert.equal(new Set([first, second, fingerprint()]).size, 3);
	});

	it('finds its own folder above any file of it, and reports it when there is none', () => {
		assert.equal(packageRootAbove(__dirname), repoRoot);
		assert.throws(() => packageRootAbove(folder.path()), /no syntaxes folder above/);
		assert.throws(() => openGrammarFolder(folder.path()), /syntaxes cannot be read/);
	});
});

function debugged(debug: object): string {
	const whole = { extension: 'a.b', configuration: { type: 'x', request: 'launch' }, ...debug };
	return text({ reproducer: { ...reproducer, debug: whole } });
}

function text(changes: Readonly<Record<string, unknown>>): string {
	return JSON.stringify({ id: 'x', name: 'X', extensions: ['.x'], grammar: 'pkg/x.wasm', ...changes });
}
