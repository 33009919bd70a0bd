import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceFrames } from '../../../../src/testing/pure/traces/workspaceFrames';
import { briefOf } from '../../../localizer/pure/brief/briefOf';
import { MemoryFiles } from '../../../support/memoryFiles';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { repoRoot } from '../../../support/repoRoot';

/** Traces of a minified program that failed, with what the build wrote: esbuild 0.25, webpack 5 (terser), rollup 4 (terser). */
const { sources, cases } = JSON.parse(
	readFileSync(join(repoRoot, 'test/testing/pure/traces/minified.json'), 'utf8'),
) as {
	readonly sources: Readonly<Record<string, string>>;
	readonly cases: readonly {
		readonly name: string;
		readonly trace: readonly string[];
		readonly files: Readonly<Record<string, string>>;
	}[];
};

describe('a trace of minified code', () => {
	it('comes from ten builds', () => {
		assert.equal(cases.length, 10);
	});

	for (const { name, trace, files } of cases) {
		it(`leads to the lines and functions of the source: ${name}`, async () => {
			// What a build writes is usually ignored by git, so that it is not listed.
			const workspace = { ...(await memoryWorkspace(sources)), files: new MemoryFiles({ ...sources, ...files }) };
			const { project } = await workspaceFrames(briefOf(trace.join('\n')), workspace);
			const [first, ...others] = project.map(({ file, line, function: name }) => `${file}:${line} ${name}`);
			// As `node --enable-source-maps` has it: minifiers join lines 4 and 6.
			assert.equal(first, 'src/pricing.js:4 priceOf');
			assert.deepEqual(others.slice(0, 3), [
				'src/pricing.js:12 totalOf',
				'src/checkout.js:5 checkout',
				'src/main.js:7 start',
			]);
		});
	}

	it('is read by a map in the script whose commas are written as they are', async () => {
		const { trace = [], files = {} } = cases.find(({ name }) => name === 'esbuild-beside') ?? {};
		const map = (files['dist/app.js.map'] ?? assert.fail()).replaceAll(
			/[%\s*]/g,
			sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
		);
		const code = (files['dist/app.js'] ?? '').replace(/\n\/\/# sourceMappingURL=.*/, '');
		const script = `${code}\n//# sourceMappingURL=data:application/json,${map}\n`;
		const given = {
			...(await memoryWorkspace(sources)),
			files: new MemoryFiles({ ...sources, 'dist/app.js': script }),
		};
		const { project } = await workspaceFrames(briefOf(trace.join('\n')), given);
		assert.deepEqual([project[0]?.file, project[0]?.line], ['src/pricing.js', 4]);
	});
});
