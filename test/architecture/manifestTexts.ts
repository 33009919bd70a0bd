/** What VS Code shows of a manifest, by the names of its fields; of the names of what it contributes, a product's own stays. */
const shownFields =
	/^(?:title|shortTitle|label|description|markdownDescription|(?:markdown)?[dD]eprecationMessage|patternErrorMessage|errorMessage|enumItemLabels|(?:markdown)?[eE]numDescriptions|altText|contents|displayName|userDescription|sampleRequest|fullName|category|detail)$/;
/** Fields that are shown in these places only. */
const shownPlaces =
	/^contributes\/views\/[^/]+\/\d+\/name$|^contributes\/walkthroughs\/.*\/media\/(?:svg|image|markdown)$/;
/** What tools have a model read. */
const forModels = /^contributes\/languageModelTools\/\d+\/inputSchema\//;
const productName = 'Faultline';
const key = /^%([\w.-]+)%$/;
/** What a translation has to keep: placeholders, links to commands, settings, icons, code, addresses, links. */
const kept = /\{\w+\}|\(command:[^)]*\)|`[^`]+`|\$\([a-z-]+\)|https?:\/\/[\w./:]*\w|faultline(?:\.\w+)+|\n/g;

export type Texts = Readonly<Record<string, string>>;

/** Texts that VS Code would show in English in all languages: those in package.json itself. */
export function literalTexts(manifest: unknown): readonly string[] {
	return shownTexts(manifest)
		.filter(({ text }) => !key.test(text) && text !== productName)
		.map(({ path, text }) => `${path}: ${JSON.stringify(text)} belongs into package.nls.json`);
}

/** Keys of package.json without a text, and texts without a key. */
export function keyDisagreements(manifest: unknown, texts: Texts): readonly string[] {
	const used = new Set(allTexts(manifest).flatMap(({ text }) => key.exec(text)?.[1] ?? []));
	return [
		...[...used].filter(name => !texts[name]?.trim()).map(name => `${name} has no text`),
		...Object.keys(texts)
			.filter(name => !used.has(name))
			.map(name => `${name} is used nowhere in package.json`),
	];
}

/** Where a translation lacks, or has too much of, what it has to keep of the English text. */
export function translationDisagreements(english: Texts, translated: Texts): readonly string[] {
	return Object.entries(english).flatMap(([name, text]) => {
		const [expected, found] = [text, translated[name] ?? ''].map(keptIn);
		return expected === found ? [] : [`${name} has ${found} in place of ${expected}`];
	});
}

function keptIn(text: string): string {
	return JSON.stringify((text.match(kept) ?? []).sort());
}

interface Text {
	readonly path: string;
	readonly text: string;
}

function shownTexts(manifest: unknown): readonly Text[] {
	return allTexts(manifest).filter(({ path }) => {
		const [field = ''] = path
			.split('/')
			.filter(name => !/^\d+$/.test(name))
			.slice(-1);
		return !forModels.test(path) && (shownFields.test(field) || shownPlaces.test(path));
	});
}

function allTexts(value: unknown, path: readonly string[] = []): readonly Text[] {
	if (typeof value === 'string') {
		return [{ path: path.join('/'), text: value }];
	}
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([name, each]) => allTexts(each, [...path, name]))
		: [];
}
