const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Lines of a page, a mail or an address as text: HTML, links in Markdown, quoted-printable, percent-encoding. */
export function decodedMarkup(lines: readonly string[]): readonly string[] {
	const text = lines.join('\n');
	const decoded = fromPercents(fromQuotedPrintable(fromHtml(text)));
	return decoded === text ? lines : decoded.split('\n');
}

function fromHtml(text: string): string {
	return text
		.replaceAll(/^\|.*<br.*$/gim, row => row.replaceAll(/(?:^|\s)\|(?:\s|$)/g, '\n'))
		.replaceAll(/\[([^\][\n]{1,300})\]\([^()\s]{1,500}\)/g, '$1')
		.replaceAll(/<!\[CDATA\[|\]\]>(?:<\/[\w:.-]{1,40}>)?/g, '')
		.replaceAll(/\[\/?(?:code|quote|pre|noformat|spoiler)(?:=\w{1,20})?\]/gi, '')
		.replaceAll(/<br ?\/?>(?:\n|$)?|<\/(?:p|div|li|tr|pre)>/gi, '\n')
		.replaceAll(/<\/t[dh]>(?=\s*<t[dh])/gi, ' ')
		.replaceAll(/<\/?(?:pre|code|p|div|span|li|ul|ol|td|tr|table|b|i|a|font|blockquote)(?: [^<>\n]{0,200})?>/gi, '')
		.replaceAll(/&(?:(lt|gt|amp|quot|apos|nbsp)|#(\d{1,5})|#x([\da-f]{1,4}));/gi, (_, name, decimal, hex) =>
			name === undefined
				? String.fromCharCode(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal))
				: (entities[String(name).toLowerCase()] ?? ''),
		);
}

function fromQuotedPrintable(text: string): string {
	return /=(?:20)?(?:\n|$)|=3D/.test(text)
		? text.replaceAll('=\n', '').replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
		: text;
}

/** A sentence or an address may have some of them. */
const leastPercents = 6;

function fromPercents(text: string): string {
	return text.replaceAll(/\S+/g, encoded => {
		if ((encoded.match(/%[\dA-Fa-f]{2}/g)?.length ?? 0) < leastPercents) {
			return encoded;
		}
		try {
			return decodeURIComponent(encoded.replaceAll('+', ' '));
		} catch {
			return encoded;
		}
	});
}
