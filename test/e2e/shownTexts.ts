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
		// Parts of a sentence around an element are separate nodes, but not those around a possible line break.
		const parts: string[] = [];
		for (const node of each.childNodes) {
			const isContinued = node.previousSibling?.nodeName === 'WBR';
			if (node instanceof Text) {
				parts.push(`${isContinued ? (parts.pop() ?? '') : ''}${node.data}`);
			}
		}
		return parts;
	});
	const attributes = named.flatMap(each => of.attributes.flatMap(name => each.getAttribute(name) ?? []));
	return [...new Set([...texts, ...attributes].map(text => text.trim()))].filter(text => text !== '');
}
