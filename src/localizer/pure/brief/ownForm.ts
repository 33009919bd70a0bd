import type { CodeWorkspace } from '../../../code/pure/codeWorkspace';
import { readIfText } from '../../../code/pure/texts/readIfText';

/** Where the servers look for the forms of issues, in any folder: `.github/ISSUE_TEMPLATE/bug.yml`. */
const formPath = /(?:^|\/)(?:issue_template(?:\.\w+)?|issue_templates?\/[^/]+\.(?:md|ya?ml|txt))$/i;
const limits = { files: 20, characters: 20_000 };

/** The words of the forms that a project has for its issues: those who fill one in did not write them. */
export class OwnForm {
	private readonly lines: ReadonlySet<string>;
	/** The lines of each form, joined: a mailer or an editor may have wrapped them elsewhere. */
	private readonly joined: readonly string[];

	/** `forms`: the texts of the files, Markdown or YAML. */
	constructor(forms: readonly string[]) {
		const read = forms.map(text => text.slice(0, limits.characters).split(/\r?\n/).map(keyOfForm).filter(isWords));
		this.lines = new Set(read.flat());
		this.joined = read.map(lines => ` ${lines.join(' ')} `);
	}

	/** Reads the forms that the workspace has. */
	static async of({ index, files }: Pick<CodeWorkspace, 'index' | 'files'>): Promise<OwnForm> {
		const paths = index.files().flatMap(({ path }) => (formPath.test(path) ? path : []));
		return new OwnForm(await Promise.all(paths.slice(0, limits.files).map(path => readIfText(files, path))));
	}

	/** Whether a line of an issue is a line of a form, with a short answer behind a colon or with none. */
	has(line: string): boolean {
		const key = keyOf(line);
		if (this.lines.size === 0 || !isWords(key)) {
			return false;
		}
		const [question = '', answer = ''] = line.split(/:\s*(?=\S)|:\s*$/, 2);
		const isAnswered = line.includes(':') && nWordsIn(keyOf(answer)) <= shortAnswer && this.lines.has(keyOf(question));
		return this.lines.has(key) || isAnswered || (nWordsIn(key) >= partWords && this.isPart(` ${key} `));
	}

	private isPart(key: string): boolean {
		return this.joined.some(form => form.includes(key));
	}
}

/** In words: an answer with more says something. */
const shortAnswer = 4;
/** So many words are hardly in the form by chance. */
const partWords = 4;

/** The fields of a form in YAML that are shown, and the marks before their text. */
const field = /^\s*(?:-\s+)?(?:label|description|placeholder|value|title|name|about)\s*:\s*[|>]?-?\s*/;

function keyOfForm(line: string): string {
	return keyOf(line.replace(field, ''));
}

/** A line without the marks of its Markdown, and without its links. */
function keyOf(line: string): string {
	return line
		.slice(0, 1000)
		.replaceAll(/<!--|-->|!?\[([^\]]{0,300})\]\([^)\s]{0,500}\)|https?:\/\/\S+/g, '$1')
		.replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
		.trim()
		.toLowerCase();
}

function isWords(key: string): boolean {
	return /\p{L}{3}/u.test(key);
}

function nWordsIn(key: string): number {
	return key.split(' ').length;
}
