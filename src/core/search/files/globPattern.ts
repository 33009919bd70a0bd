const globSigns = /[*?{[]/;
const longestGlob = 300;

/**
 * Which paths a glob means (`*`, `**`, `?`, `[a-z]`, `{a,b}`), in time proportional to them. Without a `/` it is for the
 * name of a file, and without any sign of a glob for a part of its path; undefined for a glob that cannot be read.
 */
export async function globMatcher(glob: string): Promise<((path: string) => boolean) | undefined> {
	const text = glob.slice(0, longestGlob).replace(/^(?:\.?\/)+/, '');
	if (!globSigns.test(text)) {
		return path => path.toLowerCase().includes(text.toLowerCase());
	}
	const { RE2JS } = await import('re2js');
	try {
		const expression = RE2JS.compile(`^(?:.*/)?${expressionOf(text, RE2JS.quote)}$`);
		return path => expression.test(path);
	} catch {
		return undefined;
	}
}

const token = /\*\*\/|\*+|\?|\[[^\]/]*\]|[{},]|[^*?[{},]+|\[/g;

function expressionOf(glob: string, quote: (text: string) => string): string {
	let nOpen = 0;
	return (glob.match(token) ?? [])
		.map(part => {
			switch (part) {
				case '**/':
					return '(?:.*/)?';
				case '?':
					return '[^/]';
				case '{':
					nOpen++;
					return '(?:';
				case '}':
					nOpen = Math.max(0, nOpen - 1);
					return ')';
				case ',':
					return nOpen > 0 ? '|' : ',';
				case '[':
					return '\\[';
				default:
					return part.startsWith('*') ? (part === '*' ? '[^/]*' : '.*') : groupOrText(part, quote);
			}
		})
		.join('');
}

/** `[!a]` of a glob is `[^a]`. */
function groupOrText(part: string, quote: (text: string) => string): string {
	return part.startsWith('[') ? part.replace(/^\[!/, '[^') : quote(part);
}
