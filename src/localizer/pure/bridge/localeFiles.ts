/** A file with texts in another language than English. */
export interface LocaleFile {
	readonly path: string;
	/** As the path has it: `zh-CN`. */
	readonly language: string;
	/** The path without the language and folders that all such files have: `comment` of `comment/lang/ko.php`. */
	readonly subject: string;
	/** The file with the same texts in English, if there is one. */
	readonly english?: string;
}

const language = /(?<=^|[/._-])(?:zh|cn|ja|jp|ko|kr|ru|de|fr|es|pt)(?:[-_][a-z]{2,4})?(?=[/.])/i;
const english = /(?<=^|[/._-])en(?:[-_][a-z]{2,4})?(?=[/.])/i;
const data = /\.(?:json|ya?ml|properties|po|xml|resx|strings|arb|lang|ini|toml|ftl)$/i;
/** Code in such folders has nothing but texts. */
const folder = /(?:^|\/)(?:locales?|langs?|languages?|i18n|l10n|translations?|messages)\//i;
/** The language is in the name of the file, or of one of so many folders. */
const nParts = 3;

/** The files of a workspace that have texts in another language, by their paths. */
export function localeFiles(paths: readonly string[]): LocaleFile[] {
	const files = paths.filter(path => data.test(path) || folder.test(path));
	const isForeign = (path: string) => language.test(tailOf(path));
	const others = files.filter(path => !isForeign(path));
	const inEnglish = new Map(others.map(path => [withTail(path, tail => tail.replace(english, '*')), path]));
	return files.filter(isForeign).map(path => {
		const other =
			inEnglish.get(withTail(path, each => each.replace(language, '*'))) ??
			inEnglish.get(withTail(path, each => each.replace(new RegExp(`[._-]${language.source}`, 'i'), '')));
		const named = language.exec(tailOf(path))?.[0] ?? '';
		return { path, language: named, subject: subjectOf(path), ...(other !== undefined && { english: other }) };
	});
}

function tailOf(path: string): string {
	return path.split('/').slice(-nParts).join('/');
}

function withTail(path: string, change: (tail: string) => string): string {
	const tail = tailOf(path);
	return path.slice(0, path.length - tail.length) + change(tail);
}

function subjectOf(path: string): string {
	const parts = `/${path}`.replace(/\.\w+$/, '').split('/');
	const telling = parts
		.map(part => `${part}.`.replace(language, '').replace(/(?<![\W_])[\W_]+$/, ''))
		.filter(part => part.length > 2 && !folder.test(`${part}/`));
	return telling.at(-1) ?? '';
}
