import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { repoRoot } from '../../test/support/repoRoot';
import { launchChromium } from '../../test/vscode/launchChromium';
import { createTestProfile } from '../../test/vscode/testProfile';
import { installExtension, startVsCodeServer } from '../../test/vscode/vsCodeServer';
import { workbenchUrl } from '../../test/vscode/workbenchUrl';
import { keepScreenTimes } from './screenTimes';

export interface BenchWindowOptions {
	readonly project: string;
	/** Its path in the project. */
	readonly file: string;
	readonly hasFaultline: boolean;
	/** A package to install, in place of the extension in this folder. */
	readonly vsix: string | undefined;
	/** The extension host is sampled from its start to `stop`. */
	readonly isProfiled?: boolean;
}

/** What is kept of the index so far. */
export type IndexState = 'definitions' | 'texts' | 'whole';

/** A VS Code window with a file of a project, of which nothing is indexed yet, and the probe of its extension host. */
export class BenchWindow {
	private constructor(
		readonly page: Page,
		private readonly probePort: number,
		private readonly storage: string,
		readonly close: () => Promise<void>,
	) {}

	static async open({
		project,
		file,
		hasFaultline,
		vsix,
		isProfiled = false,
	}: BenchWindowOptions): Promise<BenchWindow> {
		const profile = createTestProfile();
		const probeFolder = join(profile.extensionsDir, 'faultline-bench.host-probe-0.0.1');
		cpSync(join(repoRoot, 'bench/editor/package.json'), join(probeFolder, 'package.json'));
		cpSync(join(repoRoot, 'out/bench/editor/extension.js'), join(probeFolder, 'extension.js'));
		const portFile = join(profile.extensionsDir, 'port');
		process.env.FAULTLINE_PROBE = portFile;
		process.env.FAULTLINE_PROFILE = String(isProfiled);
		if (hasFaultline && vsix !== undefined) {
			installExtension(vsix, profile);
		}
		const server = await startVsCodeServer({ ...profile, trustEverything: true });
		const browser = await launchChromium();
		const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
		const contents = {
			folder: project,
			extensionDevelopmentPaths: hasFaultline && vsix === undefined ? [repoRoot] : [],
		};
		await page.goto(workbenchUrl(server.port, contents));
		await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
		if (hasFaultline) {
			await page.locator('.activitybar .action-label[aria-label^="Faultline"]').waitFor();
		}
		await openFile(page, file);
		while (!existsSync(portFile)) {
			await page.waitForTimeout(50);
		}
		const port = Number(readFileSync(portFile, 'utf8'));
		return new BenchWindow(page, port, join(profile.userDataDir, 'faultline', 'index'), async () => {
			await browser.close();
			server.stop();
			profile.remove();
		});
	}

	/** Asks the probe. */
	async ask(path: string, of = ''): Promise<unknown> {
		const response = await fetch(`http://127.0.0.1:${this.probePort}/${path}?of=${encodeURIComponent(of)}`);
		if (!response.ok) {
			throw new Error(`${path} ${of}: ${await response.text()}`);
		}
		return response.json();
	}

	/** What is made of the index now, once it was started. */
	indexState(): IndexState {
		const kept = existsSync(this.storage) ? readdirSync(this.storage) : [];
		const has = (extension: string) => kept.some(name => name.endsWith(extension));
		return !has('.index') ? 'definitions' : has('.words') && has('.trigrams') ? 'whole' : 'texts';
	}
}

async function openFile(page: Page, file: string): Promise<void> {
	const input = page.locator('.quick-input-widget input[type="text"]:visible');
	await page.keyboard.press('Control+P');
	await input.fill(file);
	await page.locator('.quick-input-list .monaco-list-row').first().waitFor();
	await page
		.locator('.quick-input-list .monaco-list-row', { hasText: file.slice(file.lastIndexOf('/') + 1) })
		.first()
		.click();
	await page.locator('.monaco-editor .view-lines .view-line').first().waitFor();
	await page.locator('.monaco-editor .view-lines').first().click();
	await page.evaluate(keepScreenTimes);
}
