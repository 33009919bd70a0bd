import type { LanguageData } from '../../index/languageData';

/** Extensions of files that are no source of a language we know, but are named in issues. */
const otherExtensions =
	'.bat .cfg .css .csv .cmake .htm .html .ini .ipynb .json .jinja .less .lock .log .md .po .pot .ps1 .rst .scss .sh .sql .svg .tex .toml .txt .vue .xml .yaml .yml .zip';

/** Tells whether a written name ends like a file's. */
export function fileNameTest(languages: readonly LanguageData[]): (text: string) => boolean {
	const extensions = new Set([...languages.flatMap(language => language.extensions), ...otherExtensions.split(' ')]);
	const fileNames = new Set(languages.flatMap(language => language.fileNames ?? []));
	return text => {
		const name = text.slice(text.lastIndexOf('/') + 1);
		const dot = name.lastIndexOf('.');
		return fileNames.has(name) || (dot > 0 && extensions.has(name.slice(dot)));
	};
}
