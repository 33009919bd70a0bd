import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { programParts, sizeOf } from '../../bench/support/programParts';
import { repoRoot } from '../support/repoRoot';

/** What each program loads before it runs, in bytes of the build that is not minified. Raise one only for a reason. */
const mostAtStart = {
	'extension.mjs': 700_000,
	'commandLine.mjs': 60_000,
	'indexWorker.mjs': 500_000,
} as const;
const mostTogether = 4_600_000;
const mostWebview = 260_000;

describe('the size of', () => {
	const folder = join(repoRoot, 'dist', 'program');

	for (const [program, most] of Object.entries(mostAtStart)) {
		it(`${program} with what it imports is limited`, () => {
			const { atStart } = programParts(folder, program);
			const size = sizeOf(folder, atStart);
			assert.ok(size > most / 3, `${size} bytes: a part is missing`);
			assert.ok(size <= most, `${size} bytes in ${atStart.join(', ')}`);
		});
	}

	it('all programs together is limited, as they share their parts', () => {
		const parts = readdirSync(folder).filter(name => name.endsWith('.mjs'));
		assert.ok(sizeOf(folder, parts) <= mostTogether, `${sizeOf(folder, parts)} bytes`);
	});

	it('the script of the views is limited', () => {
		const { size } = statSync(join(repoRoot, 'dist', 'webview', 'main.js'));
		assert.ok(size <= mostWebview, `${size} bytes`);
	});
});
