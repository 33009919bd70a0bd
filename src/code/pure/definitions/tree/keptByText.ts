import type { LanguageData } from '../../languages/languageData';

/**
 * Keeps the results read from the texts of the last calls, by their content: a run requests the same few files again
 * and again. Keeps texts up to a total number of characters.
 */
export class KeptByText<T> {
	/** The one used last is at the end. A text is kept in one language. */
	private readonly kept = new Map<string, { readonly language: LanguageData; readonly value: Promise<T> }>();
	private nCharacters = 0;

	constructor(private readonly mostCharacters: number) {}

	/** Calls `read` for a text that is not kept; failures are not kept. */
	get(language: LanguageData, text: string, read: () => Promise<T>): Promise<T> {
		const known = this.kept.get(text);
		if (known !== undefined) {
			this.forget(text);
		}
		const kept = known?.language === language ? known : { language, value: read() };
		if (text.length <= this.mostCharacters) {
			this.kept.set(text, kept);
			this.nCharacters += text.length;
			kept.value.catch(() => this.kept.get(text) === kept && this.forget(text));
		}
		for (const [oldest] of this.kept) {
			if (this.nCharacters <= this.mostCharacters) {
				break;
			}
			this.forget(oldest);
		}
		return kept.value;
	}

	private forget(text: string): void {
		this.kept.delete(text);
		this.nCharacters -= text.length;
	}
}
