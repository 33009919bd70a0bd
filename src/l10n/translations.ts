/** Translations by English text, as VS Code reads them from `l10n/bundle.l10n.LANGUAGE.json`. */
export type Translations = Readonly<Record<string, string | { readonly message: string }>>;

export function messageOf(value: Translations[string] | undefined): string | undefined {
	return typeof value === 'object' ? value.message : value;
}
