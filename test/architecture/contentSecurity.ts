import { nodesOfType, place, type SourceFile } from './sourceFile';

interface Hole {
	readonly what: string;
	readonly pattern: RegExp;
}

/** What a page's text must not hold under the policy of our webviews. */
const holesInText: readonly Hole[] = [
	{ what: 'an unsafe source in a content security policy', pattern: /unsafe-(inline|eval|hashes)/ },
	{ what: 'an inline script', pattern: /<script(?![^>]*\bsrc\s*=)[^>]*>/i },
	{ what: 'an inline style', pattern: /<style\b|<[a-z][^>]*\sstyle\s*=/i },
	{ what: 'an inline event handler', pattern: /<[a-z][^>]*\son[a-z]+\s*=/i },
	{ what: 'a javascript: link', pattern: /\bjavascript:/i },
	{
		what: 'a page without a content security policy',
		pattern: /<html\b(?![\s\S]*Content-Security-Policy[\s\S]*default-src 'none')/i,
	},
];

/** What code must not do, as the policy forbids it or as it would let text become markup. */
const holesInCode: readonly Hole[] = [
	{ what: 'eval', pattern: /^(eval|new Function)\b/ },
	{ what: 'markup from text', pattern: /\.(innerHTML|outerHTML|insertAdjacentHTML)$|^document\.write/ },
];

/** Places that need a hole in a webview's content security policy. */
export function contentSecurityViolations(source: SourceFile): string[] {
	const texts = nodesOfType(source.root, 'string', 'template_string').flatMap(node =>
		holesInText.filter(({ pattern }) => pattern.test(node.text)).map(({ what }) => ({ node, what })),
	);
	const code = nodesOfType(source.root, 'call_expression', 'new_expression', 'member_expression').flatMap(node =>
		holesInCode.filter(({ pattern }) => pattern.test(node.text)).map(({ what }) => ({ node, what })),
	);
	const markup = nodesOfType(source.root, 'jsx_opening_element', 'jsx_self_closing_element').flatMap(node =>
		holesInMarkup(node.text).map(what => ({ node, what })),
	);
	return [...texts, ...code, ...markup].map(({ node, what }) => `${place(source, node)} holds ${what}`);
}

function holesInMarkup(tag: string): string[] {
	return [
		...(/^<(style|script)\b/.test(tag) ? ['an inline script or style'] : []),
		...(/\bdangerouslySetInnerHTML\b/.test(tag) ? ['markup from text'] : []),
		// A string becomes a style attribute, which the policy forbids; an object is set property by property.
		...(/\sstyle=["']/.test(tag) ? ['an inline style'] : []),
	];
}
