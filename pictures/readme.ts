import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkbench, type Workbench } from '../test/e2e/workbench';
import { repoRoot } from '../test/support/repoRoot';
import { animation, type Frame } from './animation';

/** What a page shows at once, in pixels. */
const viewport = { width: 1200, height: 750 };
/** Largest size of the animation, in bytes. */
const maxBytes = 3 * 1024 * 1024;

/** Does the main job in a real VS Code, and makes the README's picture and animation of it. */
async function makeReadmePictures(): Promise<void> {
	const workbench = await openWorkbench({
		folder: 'sample/python',
		settings: {
			'workbench.colorTheme': 'Default Dark Modern',
			'workbench.layoutControl.enabled': false,
			'window.commandCenter': false,
			'editor.minimap.enabled': false,
		},
	});
	try {
		await workbench.page.setViewportSize(viewport);
		const frames = await filmed(workbench);
		writeFileSync(join(repoRoot, 'media/locating.gif'), animation(frames));
	} finally {
		await workbench.close();
	}
	const { size } = statSync(join(repoRoot, 'media/locating.gif'));
	console.log(`media/locating.gif has ${Math.ceil(size / 1024)} KB`);
	if (size > maxBytes) {
		throw new Error(`The animation is larger than ${maxBytes} bytes.`);
	}
}

/** The frames of the main job: an issue, the rounds, the locations, the reasons for one. Saves the still picture. */
async function filmed(workbench: Workbench): Promise<Frame[]> {
	const { page } = workbench;
	const frames: Frame[] = [];
	const take = async (ms: number) => frames.push({ png: await page.screenshot({ animations: 'disabled' }), ms });
	const view = async (selector: string) => (await workbench.webviewFrame()).locator(selector);
	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await workbench.runCommand('Faultline: Locate Bug from Issue');
	await workbench.quickPickRows().filter({ hasText: 'Paste or type the issue' }).first().click();
	const box = await view('textarea#issue');
	await (await view('body.vscode-dark textarea#issue')).waitFor();
	await page.locator('.monaco-workbench.vs-dark').waitFor();
	await take(1200);
	for (const text of typed(readFileSync(join(workbench.folder, 'ISSUE.md'), 'utf8'))) {
		await box.fill(text);
		await take(120);
	}
	await take(900);
	await box.press('Control+Enter');
	await filmUntil(page.locator('.statusbar-item', { hasText: /\d locations?/ }).waitFor(), () => take(300));
	await take(2500);
	await workbench.runCommand('Faultline: Go to Next Location');
	await page.locator('.monaco-editor .view-line').first().waitFor();
	await settled(page);
	await take(2500);
	await page.keyboard.press('Control+K');
	await page.keyboard.press('Control+I');
	await page.locator('.monaco-hover:visible').first().waitFor();
	await settled(page);
	await take(4500);
	await page.screenshot({ path: join(repoRoot, 'media/screenshot.png'), animations: 'disabled' });
	return frames;
}

/** The text as it grows while it is typed, some words at a time. */
function typed(text: string): string[] {
	const words = text.split(/(?<=\s)/);
	const steps = Array.from({ length: Math.ceil(words.length / 8) }, (_, at) => (at + 1) * 8);
	return steps.map(nWords => words.slice(0, nWords).join(''));
}

/** Films until something has happened. */
async function filmUntil(happened: Promise<void>, take: () => Promise<unknown>): Promise<void> {
	let isOver = false;
	const over = happened.finally(() => {
		isOver = true;
	});
	// Handled below: a failure must not end the process while a frame is taken.
	over.catch(() => undefined);
	while (!isOver) {
		await take();
	}
	await over;
}

/** Waits until two pictures in a row are the same. */
async function settled(page: Workbench['page']): Promise<void> {
	let before = '';
	for (let now = 'none'; now !== before; now = (await page.screenshot()).toString('base64')) {
		before = now;
	}
}

void makeReadmePictures();
