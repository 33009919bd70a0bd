import { RE2JS } from 're2js';

const globSigns = /[*?{[]/;
const longestGlob = 300;

/**
 * Which paths a glob means (`*`, `**`, `?`, `[a-z]`, `{a,b}`), in time proportional to them. Without a `/` it is for the
 * name of a file, and without any sign of a glob for a part of its path; undefined for a glob that cannot be read.
 */
export function globMatcher(glob: string): ((path: string) => boolean) | undefined {
	const text = glob.slice(0, longestGlob).replace(/^(?:\.?\/)+/, '');
	if (!globSigns.test(text)) {
		return path => path.toLowerCase().includes(text.toLowerCase());
	}
	try {
		const expression = RE2JS.compile(`^(?:.*/)?${expressionOf(text)}$`);
		return path => expression.test(path);
	} catch {
		return undefined;
	}
}

const token = /\*\*\/|\*+|\?|\[[^\]/]*\]|[{},]|[^*?[{},]+|\[/g;

function expressionOf(glob: string): string {
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
					return part.startsWith('*') ? (part === '*' ? '[^/]*' : '.*') : groupOrText(part);
			}
		})
		.join('');
}

/** `[!a]` of a glob is `[^a]`. */
function groupOrText(part: string): string {
	return part.startsWith('[') ? part.replace(/^\[!/, '[^') : RE2JS.quote(part);
}
