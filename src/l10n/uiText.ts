import { messageOf, type Translations } from './translations';

/**
 * `vscode.l10n.t` for a page, which has no `vscode`: the translation of an English text, with its placeholders `{0}`, `{1}`
 * replaced by the arguments. A key `text/comment` tells equal texts apart.
 */
export function uiTranslator(
	translations: Translations | undefined,
): (
	text: string | { readonly message: string; readonly comment: string },
	...args: readonly (string | number)[]
) => string {
	return (text, ...args) => {
		const { message, key } =
			typeof text === 'string' ? { message: text, key: text } : { ...text, key: `${text.message}/${text.comment}` };
		const translated = messageOf(translations?.[key]) || message;
		return translated.replaceAll(/\{(\d+)\}/g, (written, at: string) => `${args[Number(at)] ?? written}`);
	};
}
