import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DataReaders } from './dataReaders.mts';
import { distancesFrom, importersOf, importsOf } from './importGraph.mts';
import { LanguageUsers } from './languageUsers.mts';
import { productParts } from './productParts.mts';
import type { TestsAndFiles } from './selectTests.mts';

interface Bundled {
	readonly repoRoot: string;
	/** All test files. */
	readonly tests: readonly string[];
	/** Programs that tests start by path. */
	readonly entries: readonly string[];
	/** Of one build of all tests and of the product. */
	readonly metafile: Parameters<typeof importsOf>[0];
}

/** What a selection needs to know: the imports, and what tests read by path. */
export function projectOf({ repoRoot, tests, entries, metafile }: Bundled): TestsAndFiles {
	const imports = importsOf(metafile);
	const ofTests = [...imports.keys()].filter(path => /^(?:test|bench)\/.*\.tsx?$/.test(path));
	const texts = new Map(
		ofTests.flatMap(path => {
			const file = join(repoRoot, path);
			return existsSync(file) ? [[path, readFileSync(file, 'utf8')] as const] : [];
		}),
	);
	const languages = globSync('syntaxes/*/language.json', { cwd: repoRoot }).map(path =>
		JSON.parse(readFileSync(join(repoRoot, path), 'utf8')),
	);
	const doors = productParts.filter(({ readsLanguages }) => readsLanguages).map(({ door }) => door);
	const importers = importersOf(imports);
	const programs = entries.map(entry => {
		const name = `${basename(entry).replace(/\.ts$/, '')}.js'`;
		const starters = [...texts].filter(([, text]) => text.includes(name)).map(([path]) => path);
		return [entry, [...distancesFrom(starters, importers).keys()]] as const;
	});
	return {
		...{ tests, imports, programs: new Map(programs), readers: new DataReaders(texts) },
		languages: new LanguageUsers(languages, { tests, imports, texts, doors }),
	};
}
