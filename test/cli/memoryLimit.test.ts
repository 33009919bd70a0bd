import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

/** On this repository, which is large enough for a process of its own. */
describe('--memory-limit', () => {
	const folder = new TestFolder();
	const cli = (words: readonly string[], stdin?: string) =>
		faultlineCli(words, {
			env: { FAULTLINE_STORAGE: folder.path('storage') },
			...(stdin !== undefined && { stdin }),
		});
	const project = ['--workspace', repoRoot];

	for (const given of ['0', '-5', 'much', '1.5', '']) {
		it(`is wrong usage as "${given}", before a run begins`, async () => {
			for (const words of [['index'], ['locate', '--issue', '-'], ['search', 'search_code', 'x']]) {
				const { code, stderr } = await cli([...words, ...project, `--memory-limit=${given}`], 'It fails.');
				assert.equal(code, 2, stderr);
				assert.match(stderr, /^faultline: --memory-limit /);
				assert.doesNotMatch(stderr, /Internal error|\n\s+at /);
			}
			assert.equal(existsSync(folder.path('storage', 'runs')), false);
		});
	}

	for (const megabytes of [1, 40]) {
		it(`states that ${megabytes} MB are too little, and what to do`, async () => {
			const { code, stdout, stderr } = await cli(['index', ...project, `--memory-limit=${megabytes}`]);
			assert.deepEqual([code, stdout], [1, '']);
			assert.match(
				stderr,
				/^faultline: The index process needs more .*memory.*\. Raise --memory-limit, or leave out files/,
			);
			assert.doesNotMatch(stderr, /GCs|JS stacktrace|Fatal|lower --memory-limit/);
		});
	}

	it('changes no answer where it is enough', async () => {
		const locate = async (storage: string, ...more: string[]) => {
			const words = ['locate', ...project, '--issue', '-', '--json', '--storage', folder.path(storage), ...more];
			const { code, stdout, stderr } = await cli(words, 'retryAfterMs takes a negative Retry-After for a date');
			assert.equal(code, 0, stderr);
			return (JSON.parse(stdout) as { locations: { file: string }[] }).locations;
		};
		const limited = await locate('limited', '--memory-limit', '400');
		assert.equal(limited[0]?.file, 'src/outgoing/node/retryAfter.ts');
		assert.deepEqual(limited, await locate('usual'));
	});
});
