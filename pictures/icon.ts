import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../test/support/repoRoot';
import { launchChromium } from '../test/vscode/launchChromium';

/** Width and height, in pixels: twice what VS Code and the Marketplace show. */
const size = 256;

/** Draws media/icon.png from icon.svg: the Marketplace takes no SVG. */
async function drawIcon(): Promise<void> {
	const browser = await launchChromium();
	const page = await browser.newPage({ viewport: { width: size, height: size } });
	await page.setContent(
		`<style>body { margin: 0 }</style>${readFileSync(join(repoRoot, 'pictures/icon.svg'), 'utf8')}`,
	);
	await page.screenshot({ path: join(repoRoot, 'media/icon.png'), omitBackground: true });
	await browser.close();
}

void drawIcon();
