import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTestData } from '../../src/code/node/languages/testDataFile';
import { readTextData } from '../../src/code/node/languages/textDataFile';
import type { GrammarSource } from '../../src/code/pure/definitions/sourceParser';
import type { CrashData } from '../../src/code/pure/languages/crashData';
import type { LanguageData } from '../../src/code/pure/languages/languageData';
import { type LanguageFile, resolveLanguages } from '../../src/code/pure/languages/resolveLanguages';
import type { TraceData } from '../../src/code/pure/languages/traceData';
import { repoRoot } from './repoRoot';

/** Every language file in syntaxes/, before `extends` is resolved. */
export function languageFiles(): LanguageFile[] {
	return globSync('syntaxes/*/language.json', { cwd: repoRoot }).map(path => {
		const language = JSON.parse(readText(path)) as LanguageFile;
		const traces = globSync(`syntaxes/${language.id}/traces.json`, { cwd: repoRoot });
		const crashes = globSync(`syntaxes/${language.id}/crashes.json`, { cwd: repoRoot });
		const tests = readTestData(join(repoRoot, 'syntaxes', language.id));
		return {
			...language,
			...(tests && { tests }),
			...(traces[0] && { traces: JSON.parse(readText(traces[0])) as TraceData }),
			...(crashes[0] && { crashes: JSON.parse(readText(crashes[0])) as CrashData }),
		};
	});
}

/** The shipped languages with the grammars of the installed packages. */
export function installedGrammars(): GrammarSource {
	const texts = readTextData(repoRoot);
	return {
		languages: resolveLanguages(languageFiles()),
		...(texts && { texts }),
		runtimeWasm: async () => readBytes('node_modules/web-tree-sitter/web-tree-sitter.wasm'),
		grammarWasm: async language => grammarBytes(language),
		tags: async language => tagsText(language),
	};
}

export function grammarBytes(language: LanguageData): Uint8Array<ArrayBuffer> {
	return readBytes(`node_modules/${language.grammar}`);
}

export function tagsText(language: LanguageData): string {
	return language.tags.map(path => readText(`syntaxes/${path}`)).join('\n');
}

function readText(path: string): string {
	return readFileSync(join(repoRoot, path), 'utf8');
}

function readBytes(path: string): Uint8Array<ArrayBuffer> {
	return new Uint8Array(readFileSync(join(repoRoot, path)));
}
