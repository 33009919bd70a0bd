import assert from 'node:assert/strict';
import { offeredTools, publicTools } from '../../../src/core/publicTools/publicTools';
import { descriptionOf, inputSchema, outputSchema } from '../../../src/core/publicTools/toolSchemas';
import { isRecord } from '../../../src/core/util/fields';

describe('the public tools', () => {
	it('are few, and each has its own name', () => {
		const names = publicTools.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
		assert.ok(publicTools.length <= 12);
		assert.deepEqual(
			names.filter((name, at) => names.indexOf(name) !== at),
			[],
		);
	});

	it('run programs only where that is allowed', () => {
		const names = (canExecute: boolean) => offeredTools({ canExecute }).map(({ name }) => name);
		assert.ok(names(true).includes('suspicious_functions'));
		assert.ok(!names(false).includes('suspicious_functions'));
	});

	for (const tool of publicTools) {
		it(`describe every parameter: ${tool.name}`, () => {
			const { properties, required = [] } = inputSchema(tool);
			assert.ok(isRecord(properties) && Array.isArray(required));
			assert.deepEqual(Object.keys(properties), [...tool.parameters.map(({ name }) => name), 'part']);
			const withoutText = Object.entries(properties).filter(([, schema]) => !(isRecord(schema) && schema.description));
			assert.deepEqual(withoutText, []);
			const text = descriptionOf(tool);
			assert.ok(text.length > 40 && !/^\w+: /m.test(text), text);
			assert.deepEqual(Object.keys(outputSchema(tool).properties as object).slice(0, 3), ['answer', 'part', 'nParts']);
		});
	}
});
