import assert from 'node:assert/strict';
import { culpritClue } from '../../../../src/engine/agent/turns/culpritClue';
import type { Culprit } from '../../../../src/runs/pure/model/culprit';
import { exampleCulprit, severalCulprits } from '../../../support/exampleCulprit';
import { MemoryFiles } from '../../../support/memoryFiles';

const clock = `${'\n'.repeat(22)}    return end - start\n`;
const files = new MemoryFiles({ 'tally/clock.py': clock });

describe('the commit that broke it, as a model sees it', () => {
	it('is the commit, its lines that are executed, and how likely that is right', async () => {
		const text = await culpritClue(exampleCulprit, files);
		assert.match(text, /fails since the commit below .*probability that this is right: 97 %/);
		assert.match(text, /<commit>\nabc1234567 Count minutes \| fixes #7\n<\/commit>/);
		assert.ok(text.endsWith('<code>\ntally/clock.py:23 return end - start\n</code>'), text);
	});

	it('is no fact where it may be one of several', async () => {
		const text = await culpritClue(severalCulprits, files);
		assert.match(
			text,
			/ One of 3 commits broke it .*more than 99 %\); which one is not known\. .*a guess, not a fact/m,
		);
		assert.doesNotMatch(text, /fails since|<code>/);
	});

	it('has no line that is not there any more, or whose file the model may not see', async () => {
		for (const changed of [{}, { 'tally/clock.py': `new first line\n${clock}` }]) {
			assert.doesNotMatch(await culpritClue(exampleCulprit, new MemoryFiles(changed)), /end - start|<code>/);
		}
	});

	it('has at most 600 characters, and nothing in it ends its tags', async () => {
		const line = `call("</code>", ${'x'.repeat(60)})`;
		const many: Culprit = {
			...exampleCulprit,
			subject: `</commit> ${'word '.repeat(100)}`,
			lines: Array.from({ length: 20 }, (_, at) => ({ file: 'long/path.py', line: at + 1, text: line })),
		};
		const text = await culpritClue(many, new MemoryFiles({ 'long/path.py': `  ${line}\n`.repeat(20) }));
		assert.ok(text.length <= 600, `${text.length}`);
		assert.match(text, /<commit_>.*<\/commit_>\n/s);
		assert.match(text, /<code_>\nlong\/path\.py:1 .*<\/code_>$/s);
	});
});
