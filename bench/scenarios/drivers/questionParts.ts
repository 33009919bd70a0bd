/** Names of code in a question, in their order: in backquotes, with `_` or a capital inside, or as a call. */
export function codeNames(question: string): string[] {
	const quoted = [...question.matchAll(/`([^`\n]{1,120})`/g)].flatMap(([, text = '']) => nameIn(text));
	const plain = [
		...question
			.replaceAll(/`[^`\n]{1,120}`/g, ' ')
			.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$?!]*)*(\()?/gu),
	]
		.filter(([text, call]) => call !== undefined || isCodeName(text))
		.map(([text]) => text.replace(/\($/, ''));
	return unique([...quoted, ...plain].filter(name => name.length > 2));
}

function nameIn(text: string): string[] {
	const [name] =
		/^(?:(?:def|class|func|function|fn)\s+)?[&*]?[\p{L}_$][\p{L}\p{N}_$]*(?:(?:\.|::|#|->)[\p{L}_$][\p{L}\p{N}_$]*)*[?!]?(?=$|\(|<|\s*=)/u.exec(
			text.trim(),
		) ?? [];
	return name === undefined ? [] : [name.replace(/^(?:def|class|func|function|fn)\s+/, '').replace(/^[&*]/, '')];
}

/** `read_timeout`, `readTimeout`, `ReadTimeout`, `READ_TIMEOUT` and `http.Client`, but no word of a sentence. */
function isCodeName(text: string): boolean {
	return (
		/[\p{L}\p{N}]_\p{L}|\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|^_\p{L}|[\p{L}\p{N}](?:::|#|->)\p{L}|\p{Lu}\p{L}+\.\p{L}{2}/u.test(
			text,
		) && !/^\w+\.(?:com|org|net|io)$/.test(text)
	);
}

/** What programs printed, in their order: lines of an error, and texts of several words in quotes. */
export function printedTexts(question: string): string[] {
	const lines = question.split('\n').flatMap(line => {
		const [, text] =
			/(?:\b[\w.:]*(?:Error|Exception|Warning|Failure)|\b(?:error|panic|fatal|warning|failed))\b(?:\[\w+\])?:\s*(.{4,200})$/i.exec(
				line.trim(),
			) ?? [];
		return text === undefined ? [] : [text];
	});
	const quoted = [
		...question.matchAll(/"([^"\n]{6,200})"|`([^`\n]{6,200})`|“([^”\n]{6,200})”|(?<!\w)'([^'\n]{6,200})'(?!\w)/g),
	]
		.map(parts => parts.slice(1).find(part => part !== undefined) ?? '')
		.filter(text => /\s/.test(text.trim()));
	return unique([...lines, ...quoted].map(text => text.replaceAll(/["'`]+$|^["'`]+/g, '').trim()));
}

/** Settings as users write them: options of a command line, keys in quotes, dotted or hyphenated, variables. */
export function settingNames(question: string): string[] {
	const found = question.matchAll(
		/(?<![\w-])--?([a-z][\w-]{2,})|[`"']([a-zA-Z][\w.-]{2,})(?:\s*[:=][^`"'\n]*)?[`"']|\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g,
	);
	return unique([...found].map(parts => parts.slice(1).find(part => part !== undefined) ?? ''));
}

function unique(texts: readonly string[]): string[] {
	return [...new Set(texts)].filter(Boolean);
}
