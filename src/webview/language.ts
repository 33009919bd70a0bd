import { engineTranslator } from '../l10n/engineTranslator';
import type { Translations } from '../l10n/translations';
import { uiTranslator } from '../l10n/uiText';

const translations = readTranslations();

/** A text of the view in the language of VS Code, as `vscode.l10n.t` gives it: `t('{0} of {1}', a, b)`. */
export const t = uiTranslator(translations);

/** Between the parts of a text that are put together. */
export const comma = t(', ');

/** The engine's texts in the language of VS Code. */
export const engineText = engineTranslator(translations);

/** None in English, and outside a page. */
function readTranslations(): Translations | undefined {
	const text = globalThis.document?.getElementById('app')?.dataset.translations;
	return text === undefined ? undefined : (JSON.parse(text) as Translations);
}
