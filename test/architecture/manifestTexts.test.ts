import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { keyDisagreements, literalTexts, type Texts, translationDisagreements } from './manifestTexts';

describe('the texts of package.json', () => {
	const manifest = readJson('package.json');
	const english = readJson('package.nls.json') as Texts;

	it('are in package.nls.json', () => {
		assert.deepEqual(literalTexts(manifest), []);
		assert.deepEqual(keyDisagreements(manifest, english), []);
	});

	const translations = globSync('package.nls.*.json', { cwd: repoRoot });
	for (const name of translations) {
		it(`are all in ${name}, with the same code, links and placeholders`, () => {
			const translated = readJson(name) as Texts;
			assert.deepEqual(keyDisagreements(manifest, translated), []);
			assert.deepEqual(translationDisagreements(english, translated), []);
		});
	}

	it('are in Chinese', () => {
		assert.ok(translations.includes('package.nls.zh-cn.json'));
	});

	it('are found where they are written out', () => {
		const literal = {
			displayName: 'Faultline',
			description: 'Locates bugs',
			contributes: {
				commands: [{ command: 'a.b', title: 'Go', category: 'Faultline', icon: '$(add)' }],
				views: { a: [{ id: 'a.v', name: 'Run' }] },
				viewsWelcome: [{ view: 'a.v', contents: 'Welcome' }],
				walkthroughs: [{ id: 'w', steps: [{ id: 's', media: { svg: 'a.svg', altText: '%w.s.altText%' } }] }],
				configuration: { properties: { 'a.s': { enum: ['x'], enumDescriptions: ['%s.x%', 'Second'] } } },
				languageModelTools: [
					{ name: 't', modelDescription: 'Read', inputSchema: { properties: { a: { description: 'the words' } } } },
				],
			},
		};
		const paths = literalTexts(literal).map(each => each.replace(/:.*/, ''));
		assert.deepEqual(paths, [
			'description',
			'contributes/commands/0/title',
			'contributes/views/a/0/name',
			'contributes/viewsWelcome/0/contents',
			'contributes/walkthroughs/0/steps/0/media/svg',
			'contributes/configuration/properties/a.s/enumDescriptions/1',
		]);
	});

	it('have a text for each key, and a key for each text', () => {
		const keys = { description: '%a%', contributes: { commands: [{ title: '%b%' }, { title: '%c%' }] } };
		assert.deepEqual(keyDisagreements(keys, { a: 'A', b: ' ', d: 'D' }), [
			'b has no text',
			'c has no text',
			'd is used nowhere in package.json',
		]);
		assert.deepEqual(keyDisagreements(keys, { a: 'A', b: 'B', c: 'C' }), []);
	});

	const sentence = 'See `#faultline.model#`, $(add) {0} or [choose](command:faultline.model.choose).';
	it('may be translated in another order', () => {
		const translated = '[选择](command:faultline.model.choose) {0} 或 $(add)，请参阅 `#faultline.model#`。';
		assert.deepEqual(translationDisagreements({ a: sentence }, { a: translated }), []);
	});

	for (const lost of ['`#faultline.model#`', '$(add)', '{0}', '(command:faultline.model.choose)']) {
		it(`keep ${lost} in a translation`, () => {
			const [problem = ''] = translationDisagreements({ a: sentence }, { a: sentence.replace(lost, '') });
			assert.match(problem, /^a has /);
			assert.equal(translationDisagreements({ a: sentence }, { a: sentence + lost }).length, 1);
		});
	}
});

function readJson(path: string): unknown {
	return JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));
}
