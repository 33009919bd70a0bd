import type { Locator } from 'playwright-core';

/** Whether something is shown within a second: else what should show it is done again. */
export function isShownSoon(locator: Locator): Promise<boolean> {
	return locator.waitFor({ timeout: 1000 }).then(
		() => true,
		() => false,
	);
}
