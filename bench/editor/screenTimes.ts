import type { Page } from 'playwright-core';

declare global {
	interface Window {
		/** Milliseconds from the last key or turn of the wheel to the screen; undefined until it is there. */
		screenMs: number | undefined;
	}
}

/** In the page: takes the time from each key and each turn of the wheel until what it changed in the editor is painted. */
export function keepScreenTimes(): void {
	let since: number | undefined;
	const begin = ({ timeStamp }: Event) => {
		since = timeStamp;
		window.screenMs = undefined;
	};
	window.addEventListener('keydown', begin, true);
	window.addEventListener('wheel', begin, true);
	// It changes while a frame is made; a message comes after the frame.
	const painted = new MessageChannel();
	painted.port1.onmessage = ({ data }) => {
		window.screenMs = performance.now() - data;
	};
	const observer = new MutationObserver(() => {
		if (since !== undefined) {
			painted.port2.postMessage(since);
			since = undefined;
		}
	});
	// Not the cursor, which blinks.
	for (const [selector, subtree] of [
		['.lines-content', false],
		['.view-lines', true],
	] as const) {
		const element = document.querySelector(`.monaco-editor ${selector}`) ?? document.body;
		observer.observe(element, { attributes: true, ...(subtree && { subtree, childList: true, characterData: true }) });
	}
}

const text = 'value = other_value + 1; ';
const nLineKeys = 60;
/** What takes longer counts with this. */
const longestMs = 5_000;

/** Types at the cursor, a key after the other, with a pause after each as a fast typist makes it. */
export async function typeKeys(page: Page, nKeys: number, onTime: (ms: number) => void): Promise<void> {
	for (let at = 0; at < nKeys; at++) {
		const key = at % nLineKeys === nLineKeys - 1 ? 'Enter' : (text[at % text.length] ?? ' ');
		onTime(await screenTime(page, () => page.keyboard.press(key === ' ' ? 'Space' : key)));
		await page.waitForTimeout(pauseMs);
	}
	await page.keyboard.press('Escape');
}

const pauseMs = 60;
const wheelPixels = 300;

/** Scrolls with the wheel, down and up again. */
export async function scroll(page: Page, nTurns: number, onTime: (ms: number) => void): Promise<void> {
	await page.mouse.move(700, 450);
	for (let at = 0; at < nTurns; at++) {
		const pixels = at < nTurns / 2 ? wheelPixels : -wheelPixels;
		onTime(await screenTime(page, () => page.mouse.wheel(0, pixels)));
		await page.waitForTimeout(pauseMs);
	}
}

async function screenTime(page: Page, act: () => Promise<void>): Promise<number> {
	await page.evaluate(() => {
		window.screenMs = undefined;
	});
	await act();
	try {
		const time = await page.waitForFunction(() => window.screenMs, undefined, { timeout: longestMs, polling: 5 });
		return (await time.jsonValue()) ?? longestMs;
	} catch {
		return longestMs;
	}
}
