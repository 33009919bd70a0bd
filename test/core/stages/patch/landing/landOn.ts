import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../../src/core/index/languageTable';
import { SourceParser } from '../../../../../src/core/index/sourceParser';
import { SymbolIndex } from '../../../../../src/core/index/symbolIndex';
import { landAnswer } from '../../../../../src/core/stages/patch/landing/landAnswer';
import type { Landing } from '../../../../../src/core/stages/patch/landing/landing';
import type { LandingOptions } from '../../../../../src/core/stages/patch/landing/landingOptions';
import { installedGrammars } from '../../../../support/grammars';
import { MemoryFiles } from '../../../../support/memoryFiles';

export type Texts = Readonly<Record<string, string>>;

/** Lands answers on files that exist only here, with the real parser. */
export class Lander {
	private readonly parser = new SourceParser(installedGrammars());
	private readonly languages = new LanguageTable(this.parser.languages);

	land(texts: Texts, answer: string, options: LandingOptions = {}): Promise<Landing> {
		const { parser, languages } = this;
		return landAnswer(answer, { parser, languages, files: new MemoryFiles(texts), index: new SymbolIndex() }, options);
	}

	/** The texts of the files that change; fails where the answer does not land. */
	async landed(
		texts: Texts,
		answer: string,
		options: LandingOptions = {},
	): Promise<Record<string, string | undefined>> {
		const landing = await this.land(texts, answer, options);
		assert.equal(landing.status, 'landed', JSON.stringify(landing.edits, undefined, 1));
		return Object.fromEntries(landing.changes.map(({ path, after }) => [path, after]));
	}

	/** Reason and text of the first edit that is refused; fails where the answer lands. */
	async refused(texts: Texts, answer: string, options: LandingOptions = {}): Promise<{ reason: string; why: string }> {
		const landing = await this.land(texts, answer, options);
		assert.equal(landing.status, 'refused', landing.diff);
		assert.deepEqual([landing.diff, landing.changes], ['', []]);
		const edit = landing.edits.find(({ status }) => status === 'refused');
		return { reason: edit?.reason ?? '', why: edit?.why ?? '' };
	}
}

export function triple(file: string, original: string, patched: string): string {
	return `<file>${file}</file>\n<original>\n${original}\n</original>\n<patched>\n${patched}\n</patched>\n`;
}
