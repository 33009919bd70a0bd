import assert from 'node:assert/strict';
import { missingTool, npmFolder } from '../../../support/installedTools';
import { measureProject } from '../../../support/measureProject';
import { TestFolder } from '../../../support/testFolder';

type Texts = Readonly<Record<string, string>>;

interface RunnerCase {
	readonly npm: Readonly<Record<string, string>>;
	readonly measuredBy: string;
	readonly file: string;
	/** Those of `cheapest` that only the failing test executes: for V8 up to the end of the block. */
	readonly lines: readonly number[];
	readonly files: Texts;
}

const functions = `
function cheapest(prices) {
	if (prices.length > 2) {
		return prices.reduce((a, b) => Math.max(a, b));
	}
	return prices.reduce((a, b) => Math.min(a, b));
}

function sum(prices) {
	return prices.reduce((a, b) => a + b, 0);
}
`;
const code = `const {
	join,
	resolve,
} = require('node:path');
${functions}
module.exports = { cheapest, join, resolve, sum };
`;
const typed = `import {
	join,
	resolve,
} from 'node:path';

export interface Basket {
	prices: number[];
	owner?: string;
}
${functions.replaceAll('(prices)', "(prices: Basket['prices'])")}
export { cheapest, join, resolve, sum };
`;
const calls = (equal: string) => `
it('adds', () => ${equal}(sum([1, 2]), 3));
it('finds the cheapest of two', () => ${equal}(cheapest([2, 1]), 1));
it('finds the cheapest of three', () => ${equal}(cheapest([2, 1, 3]), 1));
`;
const equal = "const { equal } = require('node:assert/strict');\n";
const plainTests = `${equal}const { cheapest, sum } = require('./prices.js');\n${calls('equal')}`;
const vitestTests = `import { expect, it } from 'vitest';\nimport { cheapest, sum } from './prices';\n${calls('same')}
function same(actual: number, wanted: number) {
	expect(actual).toBe(wanted);
}
`;
const manifest = (name: string, more: object = {}) => JSON.stringify({ devDependencies: { [name]: '*' }, ...more });
const vitest = { vite: '7.3.8', vitest: '5.1.1' };
const vitestFiles = { 'package.json': manifest('vitest', { type: 'module' }), 'prices.ts': typed };

const cases: Readonly<Record<string, RunnerCase>> = {
	Mocha: {
		...{ npm: { mocha: '12.0.3' }, measuredBy: 'V8', file: 'prices.js', lines: [8, 9] },
		files: {
			'package.json': manifest('mocha', { mocha: { spec: ['*.test.js'] } }),
			'prices.js': code,
			'prices.test.js': plainTests,
		},
	},
	'Mocha, with code that a loader compiles': {
		...{ npm: { mocha: '12.0.3', tsx: '4.23.15' }, measuredBy: 'V8', file: 'prices.ts', lines: [13, 14] },
		files: {
			'package.json': manifest('mocha', { mocha: { spec: ['*.test.ts'], require: 'tsx' } }),
			'prices.ts': typed,
			'prices.test.ts': `${equal}const { cheapest, sum } = require('./prices.ts');\n${calls('equal')}`,
		},
	},
	Jest: {
		...{ npm: { jest: '30.5.2' }, measuredBy: 'V8', file: 'prices.js', lines: [8, 9] },
		files: { 'package.json': manifest('jest'), 'prices.js': code, 'prices.test.js': plainTests },
	},
	Vitest: {
		...{ npm: { ...vitest, '@vitest/coverage-v8': '5.1.1' }, measuredBy: 'Vitest', file: 'prices.ts', lines: [13] },
		files: { ...vitestFiles, 'prices.test.ts': vitestTests },
	},
};

describe('the spectrum of the tests of', () => {
	const folder = new TestFolder();

	for (const [name, { npm, measuredBy, file, lines, files }] of Object.entries(cases)) {
		it(name, async function () {
			if (missingTool({ programs: ['node'], npm }) !== undefined) {
				this.skip();
			}
			const { spectrum, problem } = await measureProject(folder, files, {}, npmFolder(npm));
			assert.equal(problem, undefined);
			const { nFailing, nPassing, per, measuredBy: by, suspects = [] } = spectrum ?? {};
			assert.deepEqual([nFailing, nPassing, per, by], [1, 2, 'test', measuredBy]);
			const [first] = suspects;
			assert.deepEqual([first?.file, first?.method, first?.nFailing, first?.nPassing], [file, 'cheapest', 1, 1]);
			assert.deepEqual(
				first?.lines.filter(({ score }) => score === 1).map(each => each.line),
				lines,
			);
		});
	}

	it('Vitest, without what measures them: the answer is what to install', async function () {
		if (missingTool({ programs: ['node'], npm: vitest }) !== undefined) {
			this.skip();
		}
		const files = { ...vitestFiles, 'prices.test.ts': vitestTests };
		const { spectrum, problem } = await measureProject(folder, files, {}, npmFolder(vitest));
		assert.deepEqual(
			[spectrum, problem],
			[
				undefined,
				'1 test fails, but nothing was recorded of what it executes. What these tests execute is measured by @vitest/coverage-v8, which the project lacks: install it.',
			],
		);
	});
});
