import type { Page } from 'playwright-core';

/** Elements whose text is code, a key, or what the user types. */
const verbatim = 'code, pre, kbd, textarea, script, style';
const attributes = ['aria-label', 'aria-valuetext', 'title', 'placeholder'];

/** All texts that a page shows or has read out, without code. */
export function shownTexts(page: Page): Promise<string[]> {
	return page.evaluate(textsIn, { verbatim, attributes });
}

/** Runs in the page. */
function textsIn(of: { readonly verbatim: string; readonly attributes: readonly string[] }): string[] {
	const app = document.getElementById('app');
	const elements = [...(app?.querySelectorAll('*') ?? [])].filter(each => each.closest(of.verbatim) === null);
	const named = [...(app?.querySelectorAll(of.attributes.map(name => `[${name}]`).join(', ')) ?? [])];
	const texts = elements.flatMap(each => {
		// Parts of a sentence around an element are separate nodes.
		return [...each.childNodes].flatMap(node => (node instanceof Text ? node.data : []));
	});
	const attributes = named.flatMap(each => of.attributes.flatMap(name => each.getAttribute(name) ?? []));
	return [...new Set([...texts, ...attributes].map(text => text.trim()))].filter(text => text !== '');
}
