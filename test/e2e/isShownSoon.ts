import type { Locator } from 'playwright-core';

/** Whether something is shown within a second: else what should show it is done again. */
export function isShownSoon(locator: Locator): Promise<boolean> {
	return locator.waitFor({ timeout: 1000 }).then(
		() => true,
		() => false,
	);
}

/**
 * Presses keys on an element until they show what they should. A quick input that closes gives the focus
 * back at a time of its own, and keys that are pressed meanwhile are lost.
 */
export async function pressUntil(element: Locator, keys: readonly string[], shown: Locator): Promise<void> {
	do {
		await element.focus();
		for (const key of keys) {
			await element.page().keyboard.press(key);
		}
	} while (!(await isShownSoon(shown)));
}
