import assert from 'node:assert/strict';
import { type ModelRow, modelRows, type Offered } from '../../src/editor/models/modelRows';

const endpoint = { name: 'Mine', baseUrl: 'http://localhost:11434/v1', model: 'qwen3:8b' };
const offered: Offered = {
	current: { kind: 'embedded' },
	models: [{ id: 'gpt-4.1', name: 'GPT-4.1', vendor: 'copilot', maxInputTokens: 128_000 }],
	endpoints: [endpoint],
};

const texts = (row: ModelRow) =>
	[row.label, row.description ?? row.detail ?? ''].filter(text => text !== '').join(': ');
const tooltips = ({ buttons = [] }: ModelRow) => buttons.map(({ tooltip }) => tooltip);

function rowOf(part: string, changes: Partial<Offered> = {}): ModelRow {
	const rows = modelRows({ ...offered, ...changes });
	return rows.find(row => row.label.includes(part)) ?? assert.fail(rows.map(texts).join('\n'));
}

describe('the picker of models', () => {
	it('has the embedded localizer first, then endpoints and a way to add one, then the models of VS Code', () => {
		assert.deepEqual(modelRows(offered).map(texts), [
			'$(circuit-board) Embedded $(check): No model: nothing leaves this machine',
			'Endpoints',
			'$(server) Mine: qwen3:8b · localhost:11434',
			texts(rowOf('Add an endpoint')),
			'Models in VS Code',
			'$(hubot) GPT-4.1: copilot · 128,000 tokens',
		]);
		assert.match(texts(rowOf('Add an endpoint')), /OpenAI.*Azure.*OpenRouter.*Ollama.*LM Studio.*vLLM/);
	});

	it('marks what is chosen now', () => {
		const current = { kind: 'endpoint', name: 'Mine' } as const;
		const marked = modelRows({ ...offered, current }).filter(({ label }) => label.includes('$(check)'));
		assert.deepEqual(
			marked.map(({ act }) => act),
			[{ kind: 'choose', choice: current }],
		);
	});

	it('tests any model, and lets endpoints have another key or go', () => {
		assert.deepEqual(tooltips(rowOf('GPT-4.1')), ['Test connection']);
		assert.deepEqual(tooltips(rowOf('Mine')), ['Test connection', 'Change key', 'Remove endpoint']);
		assert.deepEqual(tooltips(rowOf('Embedded')), []);
	});

	it('show what to do if VS Code has no model, and that its answer is pending', () => {
		assert.deepEqual(rowOf('sign in', { models: [] }).act?.kind, 'run');
		assert.equal(rowOf('Asking VS Code', { models: undefined }).act, undefined);
	});

	it('shows an endpoint that cannot be used with its problem, and leads to the setting', () => {
		const row = rowOf('Broken', { endpoints: [{ name: 'Broken', problem: 'It needs a model.' }] });
		assert.equal(row.detail, 'It needs a model.');
		assert.deepEqual(row.act, {
			kind: 'run',
			command: 'workbench.action.openSettings',
			args: ['faultline.endpoints'],
		});
	});
});
