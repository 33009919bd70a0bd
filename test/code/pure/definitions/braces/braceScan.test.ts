import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import { installedGrammars } from '../../../../support/grammars';
import { type BraceSamples, braceSamples } from './braceSamples';

const parser = new SourceParser(installedGrammars());

describe('definitions scanned from braces', () => {
	for (const [id, samples] of Object.entries(braceSamples)) {
		const language = parser.languages.find(each => each.id === id);
		assert.ok(language?.reader);
		const { reader: _reader, ...rest } = language;
		const whole: LanguageData = { ...rest, id: `${id}, whole` };
		const read = readerOf(language);
		assert.ok(read);

		let nRead = 0;
		/** The same is read as by the parser, if that meets no error: not all samples fit each other. */
		const assertSame = async (text: string): Promise<void> => {
			const { symbols, hasErrors } = await parser.symbols(whole, samples.file, text);
			if (!hasErrors) {
				nRead++;
				assert.deepEqual(read(text, samples.file), symbols, text);
			}
		};

		it(`are the same as by the parser: ${id}`, async () => {
			await fc.assert(fc.asyncProperty(textOf(samples), assertSame), { numRuns: 1000 });
			assert.ok(nRead > 60, `${nRead} texts`);
		});

		it(`are not read where something does not end, or is nested too deep: ${id}`, () => {
			for (const text of samples.unread) {
				assert.equal(read(text, samples.file), undefined, text);
			}
			for (const part of [...samples.top, ...samples.member, ...samples.statement]) {
				read(part.replace(/@[TMIS][\s\S]*/, '').repeat(5000), samples.file);
			}
		});
	}
});

/** A text of samples in any nesting. */
function textOf({ top, member, item = member, statement, begin = '' }: BraceSamples): fc.Arbitrary<string> {
	const { text } = fc.letrec<Record<'text' | 'T' | 'M' | 'I' | 'S', string>>(tie => {
		const part = (samples: readonly string[]): fc.Arbitrary<string> =>
			fc.oneof(
				{ maxDepth: 4, depthIdentifier: 'nesting' },
				fc.constantFrom(...samples.filter(sample => !hole.test(sample))),
				fc
					.record({ sample: fc.constantFrom(...samples), T: tie('T'), M: tie('M'), I: tie('I'), S: tie('S') })
					.map(({ sample, ...inside }) =>
						sample.replace(/@([TMIS])/g, (_hole, name: 'T' | 'M' | 'I' | 'S') => `\n${inside[name]}\n`),
					),
			);
		const parts = {
			T: linesOf(part(top)),
			M: linesOf(part(member)),
			I: linesOf(part(item)),
			S: linesOf(part(statement)),
		};
		return { ...parts, text: fc.array(part(top), { maxLength: 4 }).map(lines => `${begin}${lines.join('\n')}\n`) };
	});
	return text;
}

const hole = /@[TMIS]/;

function linesOf(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
	return fc.array(part, { maxLength: 3 }).map(parts => parts.join('\n'));
}
