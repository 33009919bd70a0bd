import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { Translations } from '../../src/l10n/translations';
import { type FromWebview, protocolVersion, type ToWebview } from '../../src/webview/protocol/messages';
import type { ViewState } from '../../src/webview/viewState';
import { webviewFolder } from '../support/product/webviewFolder';
import { repoRoot } from '../support/repoRoot';
import { hangMs } from '../vscode/launchChromium';
import { screenshotFile } from './screenshotFile';

/** The colors that the page takes from VS Code in two of its themes. */
const themes = {
	light: {
		...{ 'editor-background': '#ffffff', foreground: '#3b3b3b', descriptionForeground: '#3b3b3b' },
		...{ focusBorder: '#005fb8', 'list-highlightForeground': '#0066bf', 'panel-border': '#e5e5e5' },
		...{ 'charts-green': '#388a34', 'testing-iconFailed': '#d13438', 'list-warningForeground': '#855f00' },
		...{
			'icon-foreground': '#3b3b3b',
			'sideBar-background': '#ffffff',
			'textLink-foreground': '#005fb8',
			'input-border': '#cecece',
		},
	},
	'high-contrast': {
		...{ 'editor-background': '#000000', foreground: '#ffffff', descriptionForeground: 'rgba(255, 255, 255, 0.7)' },
		...{ focusBorder: '#f38518', contrastBorder: '#6fc3df', contrastActiveBorder: '#f38518' },
		...{ 'list-highlightForeground': '#f38518', 'charts-green': '#89d185', 'testing-iconFailed': '#f14c4c' },
		...{
			'icon-foreground': '#ffffff',
			'sideBar-background': '#000000',
			'textLink-foreground': '#21a6ff',
			'input-background': '#000000',
		},
		...{ 'input-foreground': '#ffffff', 'list-warningForeground': '#cca700' },
	},
} as const;

/** Where the page is shown, and how it looks. */
export interface PageOptions {
	readonly place?: 'tab' | 'sidebar';
	readonly widthPx?: number;
	readonly theme?: keyof typeof themes;
	readonly saved?: ViewState;
	readonly heightPx?: number;
	/** The language of the page, and its translations. */
	readonly language?: { readonly id: string; readonly translations: Translations };
}

function htmlOf({ place = 'tab', theme = 'light', language }: PageOptions): string {
	const colors = Object.entries({ ...themes[theme], 'font-family': 'sans-serif', 'font-size': '13px' });
	const style = colors.map(([name, value]) => `--vscode-${name}: ${value}`).join('; ');
	const body = `<body class="vscode-${theme}" style="background: var(--vscode-editor-background)">`;
	const data = language && JSON.stringify(language.translations).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	const own = language === undefined ? '' : ` lang="${language.id}" data-translations="${data}"`;
	const app = `<main id="app" data-place="${place}"${own}></main>`;
	return `<html lang="en" style="${style}"><title>Faultline run</title>${body}${app}</body></html>`;
}

/** The icons: the page has no address from which their font could be loaded. */
function iconStyle(): string {
	const font = readFileSync(join(webviewFolder, 'codicon.ttf')).toString('base64');
	const css = readFileSync(join(webviewFolder, 'codicon.css'), 'utf8');
	return css.replace(/url\([^)]+\)/, `url(data:font/ttf;base64,${font})`);
}

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

/** The page of a run, as a tab unless asked for otherwise, in a browser by itself. The test is its host: it decides when the page gets an answer. */
export class PageAlone {
	private constructor(readonly page: Page) {}

	static async open(browser: Browser, options: PageOptions = {}): Promise<PageAlone> {
		const viewport = { width: options.widthPx ?? 1000, height: options.heightPx ?? 800 };
		const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
		page.setDefaultTimeout(hangMs);
		await page.setContent(htmlOf(options));
		await page.addStyleTag({ path: join(repoRoot, 'media/trajectory.css') });
		await page.addStyleTag({ content: iconStyle() });
		await page.evaluate(installHost, options.saved);
		await page.addScriptTag({ path: join(webviewFolder, 'main.js') });
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

	/** Saves test/e2e/screenshots/`name`.png. */
	async screenshot(name: string): Promise<void> {
		await this.page.screenshot({ path: screenshotFile(name) });
	}

	/** What the page saved for the time after it is hidden. */
	saved(): Promise<ViewState> {
		return this.page.evaluate(() => (window as unknown as { host: { saved: ViewState } }).host.saved);
	}

	close(): Promise<void> {
		return this.page.close();
	}
}
