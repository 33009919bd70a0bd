import assert from 'node:assert/strict';
import { offeredTools, publicTools } from '../../src/mcp/publicTools';
import { descriptionOf, inputSchema } from '../../src/mcp/toolSchemas';
import { tokensOfCharacters } from '../../src/models/pure/limits/tokenEstimate';
import { isRecord } from '../../src/system/pure/fields';

describe('the public tools', () => {
	it('are few, and each has its own name', () => {
		const names = publicTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		assert.deepEqual(
			names.filter((name, at) => names.indexOf(name) !== at),
			[],
		);
	});

	it('are at most 13 for a client, and run programs and write patches only where that is allowed', () => {
		const special = ['suspicious_functions', 'trace_run', 'fix_bug'];
		const offered = (canExecute: boolean, canFix: boolean) => {
			const names = offeredTools({ canExecute, canFix }).map(({ name }) => name);
			assert.ok(names.length <= 13 && names.length >= 11);
			return special.filter(name => names.includes(name));
		};
		assert.deepEqual(
			[offered(false, false), offered(true, false), offered(true, true)],
			[[], ['suspicious_functions', 'trace_run'], ['fix_bug']],
		);
	});

	it('cost a client at most 2,000 tokens', () => {
		for (const allowed of [
			{ canExecute: true, canFix: false },
			{ canExecute: true, canFix: true },
		]) {
			const listed = offeredTools(allowed).map(tool => {
				return { name: tool.name, description: descriptionOf(tool), inputSchema: inputSchema(tool) };
			});
			const tokens = Math.round(tokensOfCharacters(JSON.stringify(listed).length));
			assert.ok(tokens <= 2000, `${tokens} tokens`);
		}
	});

	for (const tool of publicTools) {
		it(`describe every parameter: ${tool.name}`, () => {
			const { properties, required = [] } = inputSchema(tool);
			assert.ok(isRecord(properties) && Array.isArray(required));
			assert.deepEqual(
				Object.keys(properties),
				tool.parameters.map(({ name }) => name),
			);
			const withoutText = Object.entries(properties).filter(([, schema]) => !(isRecord(schema) && schema.description));
			assert.deepEqual(withoutText, []);
			const text = descriptionOf(tool);
			assert.ok(text.length > 40 && !/^\w+: /m.test(text), text);
		});
	}
});
