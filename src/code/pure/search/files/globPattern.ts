const globSigns = /[*?{[]/;
const longestGlob = 300;

/**
 * Which paths a glob means (`*`, `**`, `?`, `[a-z]`, `{a,b}`), in time proportional to them. Without a `/` it is for
 * the name of a file, and without any sign of a glob for a part of its path; undefined for a glob that cannot be read.
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

/**
 * Which workspace paths some globs mean, each from its beginning to its end: `*` and `?` stay within a folder, `**`
 * does not, and a path without signs means all below it too. A glob that cannot be read means nothing. Takes time
 * proportional to the path for each glob.
 */
export async function pathFilter(globs: readonly string[]): Promise<(path: string) => boolean> {
	const { RE2JS } = await import('re2js');
	const compile = (glob: string) => {
		try {
			return RE2JS.compile(`^${expressionOf(glob, RE2JS.quote)}$`);
		} catch {
			return null;
		}
	};
	const filters = globs.map(each => {
		const glob = each.slice(0, longestGlob);
		const start = literalStart(glob);
		// Few are for paths with such a beginning.
		let expression: ReturnType<typeof compile> | undefined;
		return (path: string) => {
			if (!path.startsWith(start)) {
				return false;
			}
			if (start === glob) {
				return path.length === glob.length || path.charAt(glob.length) === '/';
			}
			expression = expression === undefined ? compile(glob) : expression;
			return expression?.test(path) === true;
		};
	});
	return path => filters.some(isMeant => isMeant(path));
}

/** Returns the beginning that all paths matching a glob have in common. */
export function literalStart(glob: string): string {
	const sign = glob.search(globSigns);
	return sign < 0 ? glob : glob.slice(0, sign);
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
