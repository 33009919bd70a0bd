import assert from 'node:assert/strict';
import { briefOf } from './briefOf';

const form = `### Prerequisites

- [x] I have searched the existing issues
- [ ] I can send a pull request

### Bug description

The basket forgets its first price.

### Steps to reproduce

1. Add two prices.
2. Ask for the total.

### Expected behavior

Both prices are counted.

### Actual behavior

_No response_

### Environment

- OS: Plan 9
- Shop edition: velvet

### Additional context

It began in spring.
`;

describe('an issue written into a form', () => {
	it('contains what was written, not what the form asks', () => {
		const { prose } = briefOf(form);
		assert.deepEqual(
			prose.split('\n').filter(line => line !== ''),
			[
				'The basket forgets its first price.',
				'1. Add two prices.',
				'2. Ask for the total.',
				'Both prices are counted.',
				'It began in spring.',
			],
		);
	});

	it('expects the text under the heading that asks for it', () => {
		assert.deepEqual(briefOf(form).expectations, ['Both prices are counted.']);
	});

	for (const heading of [
		'## Describe the bug',
		'**Describe the bug**',
		'__Describe the bug__:',
		'Describe the bug:',
		'#### Describe the bug ####',
	]) {
		it(`has no word of the heading “${heading}” in its prose`, () => {
			assert.equal(briefOf(`${heading}\n\nThe basket is closed.`).prose, 'The basket is closed.');
		});
	}

	it('keeps headings that the reporter wrote', () => {
		const body = '## Baskets forget prices\n\nAfter a while.';
		assert.equal(briefOf(body).prose, body);
	});

	it('is read on after a section about the environment', () => {
		const body = '**Version**\n\nvelvet\n\n## Baskets forget prices\n\nAfter a while.';
		assert.equal(briefOf(body).prose, '## Baskets forget prices\n\nAfter a while.');
	});

	it('ends a section under a plain heading with its paragraph', () => {
		assert.equal(briefOf('Environment:\nvelvet\n\nAfter a while.').prose, 'After a while.');
	});

	it('is not cut at comment signs inside code', () => {
		const body = '```\n# Environment\nopen_shop()\n```\nAfter a while.';
		assert.deepEqual(briefOf(body).codeBlocks, ['# Environment\nopen_shop()']);
		assert.equal(briefOf(body).prose, 'After a while.');
	});

	it('loses the comments that explain the form, closed ones only', () => {
		assert.equal(briefOf('<!-- Tell us\nmore. -->It stops.<!-- Thanks -->').prose, 'It stops.');
		assert.equal(briefOf('It stops. <!-- not closed').prose, 'It stops. <!-- not closed');
	});

	it('contains its title once', () => {
		assert.equal(briefOf('It fails\nat night.').prose, 'at night.');
	});

	for (const question of ['What did you expect to happen?', 'What actually happened?', 'What did you see instead?']) {
		it(`has no word of the question “${question}”`, () => {
			const brief = briefOf(`### ${question}\n\nThe basket is closed.`);
			assert.equal(brief.prose, 'The basket is closed.');
			assert.ok(brief.expectations.every(sentence => sentence === 'The basket is closed.'));
		});
	}
});

describe('a form in another language', () => {
	for (const [problem, steps, expected, environment] of [
		['### 问题描述', '**重现步骤**', '### 期望行为', '【环境信息】'],
		['## 不具合の内容', '再現手順：', '### 期待する動作', '## 環境'],
		['### 문제 설명', '### 재현 방법', '### 기대하는 동작', '### 환경'],
		['## Описание', 'Шаги воспроизведения:', '**Ожидаемое поведение**', '## Окружение'],
		['## Beschreibung', '## Schritte zum Reproduzieren', '## Erwartetes Verhalten', 'Umgebung:'],
		['## Description du problème', '## Étapes pour reproduire', '## Comportement attendu', '## Environnement'],
		['## Descripción', '## Pasos para reproducir', '## Comportamiento esperado', '## Entorno'],
		['## Descrição', '## Passos para reproduzir', '## Comportamento esperado', '## Ambiente'],
	] as const) {
		it(`has the sections ${problem}, ${steps}, ${expected} and ${environment}`, () => {
			const answer = 'Обе цены größer 价格合计';
			const { prose, asked } = briefOf(
				`${problem}\n\nkorb\n\n${steps}\n\nöffnen\n\n${expected}\n\n${answer}\n\n${environment}\n\nPlan 9`,
			);
			assert.deepEqual(
				prose.split('\n').filter(line => line !== ''),
				['korb', 'öffnen', answer],
			);
			assert.deepEqual(asked, [answer]);
		});
	}

	for (const title of ['### 环境变量没有生效', '版本：三', 'Die Umgebung fehlt:\nzwei']) {
		it(`is no reason to leave out “${title}”`, () => assert.equal(briefOf(title).prose, title));
	}
});
