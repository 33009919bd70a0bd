import type { LanguageTable } from '../definitions/languageTable';

/**
 * Whether a path belongs to a test, judged by its own name and its folders. A folder `test` inside of others may be
 * part of the product: it is if no file in it is named like a test, although others of the workspace are.
 */
export function isTestPath(path: string, paths: readonly string[], languages: LanguageTable): boolean {
	const isNamed = (each: string) => languages.isTest(nameOf(each));
	const parts = path.split('/');
	const at = parts.slice(0, -1).findIndex(part => languages.isTest(`${part}/file`));
	if (isNamed(path) || at <= 0) {
		return isNamed(path) || at === 0;
	}
	const folder = `${parts.slice(0, at + 1).join('/')}/`;
	const named = paths.filter(isNamed);
	// Tests of the folder's own code are in a folder of tests below it.
	const isOwn = (each: string) => each.startsWith(folder) && !isBelowTests(each.slice(folder.length), languages);
	return named.length === 0 || named.some(isOwn) || isBelowTests(path.slice(folder.length), languages);
}

function isBelowTests(path: string, languages: LanguageTable): boolean {
	return languages.isTest(`${path.slice(0, path.length - nameOf(path).length)}file`);
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
