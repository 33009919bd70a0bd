import assert from 'node:assert/strict';
import { modelChoiceText, readModelChoice } from '../../src/editor/settings/modelChoice';

describe('the choice of a model', () => {
	for (const text of ['embedded', 'vscode:copilot/gpt-4.1', 'vscode:local/ollama/llama3', 'endpoint:Ollama qwen3:8b']) {
		it(`is read from "${text}" and written the same`, () => {
			assert.equal(modelChoiceText(readModelChoice(text)), text);
		});
	}

	it('takes the vendor up to the first slash', () => {
		assert.deepEqual(readModelChoice('vscode:local/ollama/llama3'), {
			kind: 'vscode',
			vendor: 'local',
			name: 'ollama/llama3',
		});
	});

	for (const nothing of [undefined, '', '  ']) {
		it(`is the embedded localizer where the setting is ${JSON.stringify(nothing)}`, () => {
			assert.deepEqual(readModelChoice(nothing), { kind: 'embedded' });
		});
	}

	for (const text of ['gpt-4.1', 'vscode:copilot', 'endpoint:', 'vscode:/x']) {
		it(`is not guessed from "${text}"`, () => {
			assert.deepEqual(readModelChoice(text), { kind: 'unknown', text });
		});
	}
});
