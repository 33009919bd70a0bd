import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import system from '../../src/engine/stages/locate/agent/system.md';
import { repoRoot } from '../support/repoRoot';

/** Prompts that state what they were measured on. */
const folders = ['models/pure', 'engine', 'localizer/pure', 'mcp'];

describe('prompts', () => {
	it('state in a comment what they were measured on', () => {
		const paths = folders
			.flatMap(folder => globSync(`src/${folder}/**/*.md`, { cwd: repoRoot }))
			.filter(path => basename(path) !== 'README.md');
		assert.ok(paths.length > 0);
		const without = paths.filter(
			path => !/^<!-- Measured on: [^\n]+\. -->\n[^\n]/.test(readFileSync(join(repoRoot, path), 'utf8')),
		);
		assert.deepEqual(without, []);
	});

	it('are loaded without that comment', () => {
		assert.doesNotMatch(system, /<!--/);
		assert.match(system, /^You /);
	});
});
