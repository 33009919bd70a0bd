/** A text that the project shows, by its key. */
export interface LocaleEntry {
	/** In a PO file, the text in English and its places. */
	readonly key: string;
	readonly text: string;
}

const lineLimit = 2000;
/** `"key": "text"`, `key=text`, `'key' => 'text'`, `$lang->key = 'text'`. */
const pair =
	/^[^\p{L}\p{N}]*(?:\w+->)?(?<key>[\p{L}\p{N}_][^"'=:<>]{0,120}?)["'\]]{0,2}\s*(?:=>|[:=])\s*(?<text>\S.*)$/u;
/** `<string name="key">text</string>`; the text may be in an element below. */
const named = /\s(?:name|id|key)="(?<key>[^"]{1,120})"[^<>]{0,120}>(?<text>[^<]{0,2000})/;
const element = />(?<text>[^<>]{1,2000})<\//;
const message = /^(?<kind>msgid|msgstr|#:) ?"?(?<text>.*?)"?$/;

/** The texts of a file, line by line: of JSON, YAML, properties, PO, XML and code that is like one of them. */
export function localeEntries(content: string): LocaleEntry[] {
	const entries: LocaleEntry[] = [];
	let key = '';
	for (const line of content.split('\n').filter(each => each.length <= lineLimit)) {
		const { kind, text: part = '' } = message.exec(line)?.groups ?? {};
		if (kind === 'msgstr') {
			entries.push({ key, text: part });
			key = '';
		} else if (kind !== undefined) {
			key += ` ${part}`;
		} else {
			const found = named.exec(line)?.groups ?? pair.exec(line)?.groups;
			key = found?.key ?? key;
			const text = found?.text ?? element.exec(line)?.groups?.text ?? '';
			entries.push(...(text === '' || key === '' ? [] : [{ key, text }]));
		}
	}
	return entries;
}
