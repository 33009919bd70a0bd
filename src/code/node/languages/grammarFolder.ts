import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { UserError } from '../../../system/pure/errors/userError';
import type { GrammarSource } from '../../pure/definitions/sourceParser';
import type { LanguageData } from '../../pure/languages/languageData';
import { type ReadLanguages, readLanguages } from './languageFiles';
import { readSharedTexts, withSharedTexts } from './sharedTexts';

/** The languages of an installation, and the problems of those that cannot be used. */
export interface GrammarFolder extends GrammarSource {
	/** One sentence each, with the file and the field. */
	readonly problems: readonly string[];
	/** Changes with everything but the file that its symbols depend on: languages, grammars, our own code. */
	readonly fingerprint: string;
}

/**
 * Opens the languages as they were built, or the ones in `syntaxes/` if nothing is built. Grammars come from
 * `dist/grammars`, or from the installed npm packages. Throws `UserError` when there are neither.
 */
export function openGrammarFolder(packageRoot: string): GrammarFolder {
	return {
		...(builtLanguages(packageRoot) ?? languagesToBuild(packageRoot)),
		runtimeWasm: () => readFirst(packageRoot, [...built(runtimeFile), `node_modules/web-tree-sitter/${runtimeFile}`]),
		grammarWasm: language => readFirst(packageRoot, grammarPaths(language)),
		tags: language => readTags(packageRoot, language),
	};
}

type Languages = Pick<GrammarFolder, 'languages' | 'texts' | 'problems' | 'fingerprint'>;

/**
 * The languages that esbuild.config.mjs writes to `dist/languages.json`: reading 50 files takes longer than many
 * searches.
 */
export function languagesToBuild(packageRoot: string): Languages {
	const read = readLanguages(packageRoot);
	return { ...read, fingerprint: fingerprint(packageRoot, read) };
}

/** The text of `dist/languages.json`. */
export function languagesText(languages: Languages): string {
	return withSharedTexts(languages);
}

function builtLanguages(packageRoot: string): Languages | undefined {
	const file = join(packageRoot, 'dist', 'languages.json');
	return existsSync(file) ? (readSharedTexts(readFileSync(file, 'utf8')) as Languages) : undefined;
}

/** Of our code that indexes a text: esbuild.config.mjs puts it there. */
declare const INDEX_CODE_HASH: string;

function fingerprint(packageRoot: string, { languages, texts }: ReadLanguages): string {
	const hash = createHash('sha256')
		.update(INDEX_CODE_HASH)
		.update(JSON.stringify([languages, texts]));
	for (const language of languages) {
		const grammar = firstFile(packageRoot, grammarPaths(language));
		hash.update(`\n${grammar === undefined ? 'none' : statSync(join(packageRoot, grammar)).size}`);
	}
	return hash.digest('hex');
}

function grammarPaths({ grammar }: LanguageData): string[] {
	return [...built(`grammars/${basename(grammar)}`), `node_modules/${grammar}`];
}

const runtimeFile = 'web-tree-sitter.wasm';
/** Of files in the package, by Brotli. */
const compressed = '.br';

/** Where a file is that was built: the package has it compressed. */
function built(name: string): readonly string[] {
	return [`dist/${name}`, `dist/${name}${compressed}`];
}

async function readTags(packageRoot: string, { tags }: LanguageData): Promise<string> {
	const texts = await Promise.all(tags.map(path => readFirst(packageRoot, [`syntaxes/${path}`])));
	return texts.map(bytes => bytes.toString('utf8')).join('\n');
}

async function readFirst(packageRoot: string, paths: readonly string[]): Promise<Buffer<ArrayBuffer>> {
	const found = firstFile(packageRoot, paths);
	if (found === undefined) {
		throw new UserError(`${paths[0]} is missing in ${packageRoot}: build or install Faultline again.`);
	}
	const bytes = await readFile(join(packageRoot, found));
	return (found.endsWith(compressed) ? await decompressed(bytes) : bytes) as Buffer<ArrayBuffer>;
}

const decompressed = promisify(brotliDecompress);

function firstFile(packageRoot: string, paths: readonly string[]): string | undefined {
	return paths.find(path => existsSync(join(packageRoot, path)));
}
