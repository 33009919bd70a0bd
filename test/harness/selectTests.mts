import type { DataReaders } from './dataReaders.mts';
import { distancesFrom, type Imports, importersOf } from './importGraph.mts';
import type { LanguageUsers } from './languageUsers.mts';
import { type ProductPart, productParts } from './productParts.mts';

export interface SelectedTest {
	readonly path: string;
	/** In the folder of a changed file (`src/patches/pure/edits` has `test/patches/pure/edits`) or the nearest around it, or a changed test. */
	readonly isNear: boolean;
	/** Starts or reads what is built in dist/. */
	readonly startsProduct: boolean;
	/** Imports from the test to the nearest changed file; infinite where it does not import one. */
	readonly distance: number;
}

export interface TestsAndFiles {
	readonly tests: readonly string[];
	/** Of all tests and of the product. */
	readonly imports: Imports;
	readonly readers: Pick<DataReaders, 'readersOf'>;
	readonly languages: Pick<LanguageUsers, 'usersOf'>;
	/** Programs of tests, which tests start by path: entry file -> tests. */
	readonly programs: Imports;
}

/** These decide how everything is built or run, so that they select every test. */
const ofEveryTest =
	/^(?:esbuild\.config\.mjs|package-lock\.json|tsconfig\.json|test\/support\/(?:mochaMain|runMocha)\.ts)$/;

/** The tests that a change of these files may make fail, in no order. */
export function selectTests(changed: readonly string[], project: TestsAndFiles): SelectedTest[] {
	const importers = importersOf(project.imports);
	const reached = distancesFrom(changed, importers);
	const affected = new Map(reached);
	const add = (path: string) => affected.has(path) || affected.set(path, Number.POSITIVE_INFINITY);
	const addWithImporters = (paths: Iterable<string>) => {
		for (const path of distancesFrom(paths, importers).keys()) {
			add(path);
		}
	};
	for (const path of changed) {
		const users = project.languages.usersOf(path);
		users ? users.forEach(add) : addWithImporters(project.readers.readersOf(path, project.imports.has(path)));
	}
	addWithImporters(changedParts(reached).map(({ door }) => door));
	addWithImporters([...reached.keys()].flatMap(path => project.programs.get(path) ?? []));
	const isOfAll = changed.some(path => ofEveryTest.test(path));
	const starting = distancesFrom(
		productParts.map(({ door }) => door),
		importers,
	);
	const rooms = roomsOf(changed, project.tests);
	return project.tests
		.filter(path => isOfAll || affected.has(path))
		.map(path => ({
			path,
			isNear: rooms.some(room => path.startsWith(room)) || changed.includes(path),
			startsProduct: starting.has(path),
			distance: affected.get(path) ?? Number.POSITIVE_INFINITY,
		}));
}

/** The parts of dist/ that are made of files that import what changed. */
export function changedParts(reached: { has(path: string): boolean }): ProductPart[] {
	return productParts.filter(({ entries }) => entries.some(path => reached.has(path)));
}

/** For each changed file the deepest folder with its path that has tests, in it or below, at least two levels deep. */
function roomsOf(changed: readonly string[], tests: readonly string[]): string[] {
	return changed.flatMap(path => {
		if (path.startsWith('syntaxes/')) {
			return ['test/languages/'];
		}
		const parts = folderOf(path.replace(/^src\//, 'test/')).split('/');
		const rooms = parts
			.map((_, at) => `${parts.slice(0, parts.length - at).join('/')}/`)
			.slice(0, Math.max(1, parts.length - 2));
		return rooms.find(room => tests.some(test => test.startsWith(room))) ?? [];
	});
}

function folderOf(path: string): string {
	return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
