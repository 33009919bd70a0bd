import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type FromWebview, protocolVersion, type ToWebview } from '../../src/protocol/messages';
import type { ViewState } from '../../src/webview/viewState';
import { repoRoot } from '../support/repoRoot';

/** The colors that the page takes from VS Code, as in a light theme. */
const colors = {
	...{ 'editor-background': '#ffffff', foreground: '#3b3b3b', descriptionForeground: '#3b3b3b' },
	...{ focusBorder: '#005fb8', 'list-highlightForeground': '#0066bf', 'panel-border': '#e5e5e5' },
};
const style = Object.entries(colors).map(([name, value]) => `--vscode-${name}: ${value}`);
const html = `<html style="${style.join('; ')}"><body style="background: #ffffff"><main id="app" data-place="tab"></main></body></html>`;

/** The part of VS Code's API that the page calls, with what it sent and saved. Runs in the page. */
function installHost(saved: unknown): void {
	const host = { sent: [] as unknown[], saved };
	const api = {
		postMessage: (message: unknown) => void host.sent.push(message),
		getState: () => host.saved,
		setState: (state: unknown) => {
			host.saved = state;
		},
	};
	Object.assign(window, { host, acquireVsCodeApi: () => api });
}

/** The page of a run as a tab, in a browser by itself. The test is its host: it decides when the page gets an answer. */
export class PageAlone {
	private constructor(readonly page: Page) {}

	static async open(browser: Browser, saved?: ViewState): Promise<PageAlone> {
		const page = await browser.newPage({ viewport: { width: 1000, height: 800 }, reducedMotion: 'reduce' });
		await page.setContent(html);
		await page.addStyleTag({ path: join(repoRoot, 'media/trajectory.css') });
		await page.evaluate(installHost, saved);
		await page.addScriptTag({ path: join(repoRoot, 'dist/webview/main.js') });
		const alone = new PageAlone(page);
		await alone.untilSent({ type: 'ready' });
		return alone;
	}

	/** Sends messages to the page as its host, in one go. */
	async post(...messages: readonly ToWebview[]): Promise<void> {
		const wired = messages.map(message => ({ ...message, v: protocolVersion }));
		await this.page.evaluate(all => {
			for (const message of all) {
				window.postMessage(message, '*');
			}
		}, wired);
	}

	/** Waits until the page has sent a message with these fields. */
	async untilSent(fields: FromWebview): Promise<void> {
		const isSent = (wanted: object) => {
			const { host } = window as unknown as { host: { sent: readonly Record<string, unknown>[] } };
			return host.sent.some(message => Object.entries(wanted).every(([name, value]) => message[name] === value));
		};
		await this.page.waitForFunction(isSent, fields);
	}

	/** What the page saved for the time after it is hidden. */
	saved(): Promise<ViewState> {
		return this.page.evaluate(() => (window as unknown as { host: { saved: ViewState } }).host.saved);
	}

	close(): Promise<void> {
		return this.page.close();
	}
}
