import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import type { ApplyOptions } from '../../../../src/patches/pure/edits/applyOptions';
import { applyPatchResponse } from '../../../../src/patches/pure/edits/applyPatchResponse';
import type { ApplyResult } from '../../../../src/patches/pure/edits/applyResult';
import { installedGrammars } from '../../../support/grammars';
import { MemoryFiles } from '../../../support/memoryFiles';

export type Texts = Readonly<Record<string, string>>;

/** Applies answers on files that exist only here, with the real parser. */
export class Lander {
	private readonly parser = new SourceParser(installedGrammars());
	private readonly languages = new LanguageTable(this.parser.languages);

	apply(texts: Texts, answer: string, options: ApplyOptions = {}): Promise<ApplyResult> {
		const { parser, languages } = this;
		return applyPatchResponse(
			answer,
			{ parser, languages, files: new MemoryFiles(texts), index: new SymbolIndex() },
			options,
		);
	}

	/** The texts of the files that change; fails where the answer does not apply. */
	async applied(texts: Texts, answer: string, options: ApplyOptions = {}): Promise<Record<string, string | undefined>> {
		const applied = await this.apply(texts, answer, options);
		assert.equal(applied.status, 'applied', JSON.stringify(applied.edits, undefined, 1));
		return Object.fromEntries(applied.changes.map(({ path, after }) => [path, after]));
	}

	/** Reason and text of the first edit that is refused; fails where the answer applies. */
	async refused(texts: Texts, answer: string, options: ApplyOptions = {}): Promise<{ reason: string; why: string }> {
		const applied = await this.apply(texts, answer, options);
		assert.equal(applied.status, 'refused', applied.diff);
		assert.deepEqual([applied.diff, applied.changes], ['', []]);
		const edit = applied.edits.find(({ status }) => status === 'refused');
		return { reason: edit?.reason ?? '', why: edit?.why ?? '' };
	}
}

export function triple(file: string, original: string, patched: string): string {
	return `<file>${file}</file>\n<original>\n${original}\n</original>\n<patched>\n${patched}\n</patched>\n`;
}
