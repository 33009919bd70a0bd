import type { Frame, Page } from 'playwright-core';

/** What of the page of a run is cut off at the right: its first 200 characters of HTML. */
export function cutOff(page: Page | Frame): Promise<string[]> {
	return page.evaluate(async () => {
		await document.fonts.ready;
		return [...document.querySelectorAll('#app *')]
			.filter(element => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
			.filter(element => getComputedStyle(element).clipPath === 'none')
			.map(element => element.outerHTML.slice(0, 200));
	});
}
