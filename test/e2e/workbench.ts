import { cpSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ConsoleMessage, type ElementHandle, errors, type Frame, type Locator, type Page } from 'playwright-core';
import { productFolder } from '../support/product/productFolder';
import { repoRoot } from '../support/repoRoot';
import { createScratchFolder } from '../support/scratchFolder';
import { installChatProvider } from '../vscode/chatProvider/installChatProvider';
import { installLanguagePack } from '../vscode/languagePack/installLanguagePack';
import { hangMs, launchChromium } from '../vscode/launchChromium';
import { createTestProfile } from '../vscode/testProfile';
import { installTestProvider } from '../vscode/testProvider/installTestProvider';
import { installExtension, startVsCodeServer } from '../vscode/vsCodeServer';
import { workbenchUrl } from '../vscode/workbenchUrl';
import { isShownSoon } from './isShownSoon';
import { screenshotFile } from './screenshotFile';

/** How long the palette may take to accept text before it counts as closed again. */
const paletteMs = 5_000;
const extensionId = 'faultline.faultline';

/** Label of a theme, as the theme picker shows it -> the class it puts on the window. */
const colorThemes = {
	'Light Modern': 'vs',
	'Dark Modern': 'vs-dark',
	'Dark High Contrast': 'hc-black',
	'Light High Contrast': 'hc-light',
} as const;

export interface WorkbenchOptions {
	/** Opened as a copy; absolute, or relative to the repository. Without it, the window is empty. */
	readonly folder?: string;
	/** The path of a package that is installed, in place of the extension in development. */
	readonly installed?: string;
	readonly settings?: Readonly<Record<string, unknown>>;
	/** True: the folder is not trusted, so it opens in Restricted Mode. */
	readonly restricted?: boolean;
	/** True: a second extension offers models to VS Code. */
	readonly chatModels?: boolean;
	/** True: a second extension has a test, which fails. */
	readonly failingTest?: boolean;
	/** The display language, such as `zh-cn`, in which VS Code's own texts stay English. */
	readonly language?: string;
}

/** The part of Playwright's storage state that its types omit. */
interface BrowserState {
	readonly origins: readonly {
		readonly indexedDB?: readonly {
			readonly stores: readonly {
				readonly records: readonly { readonly key?: unknown; readonly value?: unknown }[];
			}[];
		}[];
	}[];
}

/** A VS Code window in a headless browser, with Faultline in it, as a user would use it. */
export class Workbench {
	readonly page: Page;
	/** The scratch copy that is open; empty where none is. */
	readonly folder: string;
	/** Where VS Code keeps settings, storage and logs of this window. */
	readonly userDataDir: string;
	/** Where the extensions are that are installed. */
	readonly extensionsDir: string;
	readonly #close: () => Promise<void>;
	readonly #problems: string[] = [];

	constructor(
		page: Page,
		{ folder, userDataDir, extensionsDir }: Pick<Workbench, 'folder' | 'userDataDir' | 'extensionsDir'>,
		close: () => Promise<void>,
	) {
		this.page = page;
		this.folder = folder;
		this.userDataDir = userDataDir;
		this.extensionsDir = extensionsDir;
		this.#close = close;
		this.page.on('pageerror', error => {
			if (!isClosedWebview(error)) {
				this.#problems.push(String(error.stack ?? error));
			}
		});
		this.page.on('console', message => {
			if (message.type() === 'error' && isProblem(message)) {
				this.#problems.push(`${message.text()} (${message.location().url})`);
			}
		});
	}

	/** Opens the command palette and types `text` into it. */
	async openPalette(text: string): Promise<void> {
		const input = this.page.locator('.quick-input-widget input[type="text"]:visible');
		for (;;) {
			await this.page.keyboard.press('F1');
			try {
				await input.fill(`>${text}`, { timeout: paletteMs });
				return;
			} catch (error) {
				// A dialog or view that takes the focus closes the palette: it is opened again.
				if (!(error instanceof errors.TimeoutError)) {
					throw error;
				}
			}
		}
	}

	/** Runs the command of this title, as the command palette shows it: `Category: Title`. */
	async runCommand(title: string): Promise<void> {
		do {
			await this.openPalette(title);
		} while (!(await this.clickRow(title)) || !(await this.isPaletteLeft(title)));
	}

	/** Runs a command of the menu of Faultline's view. */
	async runFromView(title: string): Promise<void> {
		const item = this.page.locator('.monaco-menu .action-item', { hasText: title }).first();
		do {
			await this.runCommand('Faultline: Focus on Run View');
			await this.page.locator('.part.sidebar .composite.title .codicon-toolbar-more').first().click();
		} while (!(await isShownSoon(item)));
		// A click that comes with the menu is not taken for one on it.
		await item.hover();
		await this.page.keyboard.press('Enter');
	}

	/** False if the palette was closed before, as by a dialog or view that takes the focus. */
	private async clickRow(title: string): Promise<boolean> {
		try {
			await this.quickPickRows().filter({ hasText: title }).first().click({ timeout: paletteMs });
			return true;
		} catch (error) {
			if (!(error instanceof errors.TimeoutError)) {
				throw error;
			}
			return false;
		}
	}

	/** Whether the palette has closed or shows something else: it may draw its list again under a click, which is then lost. */
	private async isPaletteLeft(title: string): Promise<boolean> {
		const left = (text: string) => {
			const input = document.querySelector<HTMLInputElement>('.quick-input-widget input[type="text"]');
			return input === null || input.offsetParent === null || input.value !== text;
		};
		try {
			await this.page.waitForFunction(left, `>${title}`, { timeout: paletteMs });
			return true;
		} catch (error) {
			if (!(error instanceof errors.TimeoutError)) {
				throw error;
			}
			return false;
		}
	}

	/**
	 * The first notification with `text`, shown in the list: this window shows none by itself. The list closes when
	 * its last notification goes, as a progress does, so it is opened again until the notification is in it.
	 */
	async notification(text: string): Promise<Locator> {
		const shown = this.page.locator('.notifications-center .notification-list-item', { hasText: text }).first();
		do {
			await this.runCommand('Notifications: Show Notifications');
		} while (!(await isShownSoon(shown)));
		return shown;
	}

	/** Replaces the text of the quick input that is open (palette, quick pick, input box). */
	async typeIntoQuickInput(text: string): Promise<void> {
		await this.page.locator('.quick-input-widget input[type="text"]:visible').fill(text);
	}

	/** The rows a quick pick shows. */
	quickPickRows(): Locator {
		return this.page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
	}

	/** Waits until the view of this title is on screen, and answers its header. */
	async waitForView(title: string): Promise<Locator> {
		const header = this.page.locator('.pane-header, .composite.title').filter({ hasText: title }).first();
		await header.waitFor();
		return header;
	}

	/**
	 * The document inside Faultline's webview, by default the one in the sidebar: the inner one of its two nested frames,
	 * once it has content.
	 */
	async webviewFrame(place: 'sidebar' | 'tab' = 'sidebar'): Promise<Frame> {
		for (;;) {
			for (const frame of this.page.frames()) {
				if (isOurWebview(frame.parentFrame()) && (await this.placeOf(frame)) === place && (await hasContent(frame))) {
					return frame;
				}
			}
			await this.page.waitForTimeout(50);
		}
	}

	/** Where a webview is; undefined while it is hidden. Its address does not tell: VS Code changes it when it shows it again. */
	private async placeOf(inner: Frame): Promise<'sidebar' | 'tab' | undefined> {
		const box = async (locator: Locator | ElementHandle) => locator.boundingBox().catch(() => null);
		const element = await inner
			.parentFrame()
			?.frameElement()
			.catch(() => undefined);
		const [frame, sidebar] = [element && (await box(element)), await box(this.page.locator('.part.sidebar'))];
		if (!frame || frame.width === 0) {
			return undefined;
		}
		return sidebar !== null && frame.x < sidebar.x + sidebar.width ? 'sidebar' : 'tab';
	}

	/** Picks a color theme as a user does, and waits until the window shows it. */
	async setColorTheme(theme: keyof typeof colorThemes): Promise<void> {
		await this.runCommand('Preferences: Color Theme');
		await this.typeIntoQuickInput(theme);
		await this.quickPickRows().getByText(theme, { exact: true }).click();
		await this.page.locator(`.monaco-workbench.${colorThemes[theme]}`).waitFor();
	}

	/**
	 * Waits until VS Code has stored `text` in the browser under `key`. It writes its state only every few seconds when idle,
	 * and what it writes while the page unloads may be lost; a reload restores what was stored before.
	 */
	async untilStored(key: string, text: string): Promise<void> {
		for (;;) {
			const state: object = await this.page.context().storageState({ indexedDB: true });
			const databases = (state as BrowserState).origins.flatMap(({ indexedDB = [] }) => indexedDB);
			const records = databases.flatMap(({ stores }) => stores.flatMap(store => store.records));
			if (records.some(record => record.key === key && String(record.value).includes(text))) {
				return;
			}
			await this.page.waitForTimeout(100);
		}
	}

	/** Saves test/e2e/screenshots/`name`.png and returns its path. */
	async screenshot(name: string): Promise<string> {
		const path = screenshotFile(name);
		await this.page.screenshot({ path });
		return path;
	}

	/** Errors in the console so far, without those VS Code makes itself. A test ends with none. */
	problems(): readonly string[] {
		return this.#problems;
	}

	/** Ends the window and VS Code, and deletes the copy. */
	close(): Promise<void> {
		return this.#close();
	}
}

/** Opens a copy of a folder in a VS Code window with the built extension, and waits until the window is ready. */
export async function openWorkbench({
	folder,
	installed,
	settings = {},
	restricted = false,
	chatModels = false,
	failingTest = false,
	language,
}: WorkbenchOptions): Promise<Workbench> {
	const scratch = createScratchFolder('e2e');
	const copy = folder && join(scratch.path, basename(folder));
	if (folder !== undefined && copy !== undefined) {
		cpSync(resolve(repoRoot, folder), copy, { recursive: true });
	}
	const profile = createTestProfile(settings);
	if (chatModels) {
		installChatProvider(profile.extensionsDir, join(__dirname, '../vscode'));
	}
	if (failingTest) {
		installTestProvider(profile.extensionsDir, join(__dirname, '../vscode'));
	}
	if (language !== undefined) {
		installLanguagePack(profile, language);
	}
	if (installed !== undefined) {
		installExtension(installed, profile);
	}
	const server = await startVsCodeServer({ ...profile, trustEverything: !restricted, language });
	const browser = await launchChromium();
	const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, reducedMotion: 'reduce' });
	page.setDefaultTimeout(hangMs);
	const { userDataDir, extensionsDir } = profile;
	const workbench = new Workbench(page, { folder: copy ?? '', userDataDir, extensionsDir }, async () => {
		await browser.close();
		server.stop();
		profile.remove();
		scratch.remove();
	});
	// VS Code's page encrypts secrets with this; without it, they would be lost when the page is loaded again.
	await page.route(/\/mint-key/, route => route.fulfill({ body: Buffer.alloc(32, 7) }));
	const extensionDevelopmentPaths = installed === undefined ? [repoRoot] : [];
	await page.goto(workbenchUrl(server.port, { ...(copy && { folder: copy }), extensionDevelopmentPaths }));
	if (copy !== undefined) {
		await page.locator('.monaco-workbench .explorer-folders-view .monaco-list-row').first().waitFor();
	}
	// The palette does not take in commands that come while it is open.
	await page.locator('.activitybar .action-label[aria-label^="Faultline"]').waitFor();
	return workbench;
}

/**
 * Whether an error in the console is relevant. A VS Code server without a network logs its own errors, through its
 * log service (marked with `%c`) and for its own resources; of these only the ones that name Faultline count.
 */
function isProblem(message: ConsoleMessage): boolean {
	const text = message.text();
	// VS Code reads the skill of an extension beside its start, and logs that if the window is closed or reloaded meanwhile.
	if (/^%c.*\[registerContributedFile\].*\(Canceled: Canceled\)/s.test(text)) {
		return false;
	}
	const ownOfVsCode = /^%c|^Failed to load resource|^A bad HTTP response code .* fetching the script/.test(text);
	return !ownOfVsCode || [extensionId, productFolder].some(mark => `${message.location().url} ${text}`.includes(mark));
}

/**
 * Whether VS Code's page around a webview (webview/browser/pre/index.html) missed the frame of it: its timers look for the
 * frame after the webview may have been closed. No code of an extension runs in that page.
 */
function isClosedWebview({ message, stack = '' }: Error): boolean {
	const calls = stack.split('\n').filter(line => /^\s+at /.test(line));
	return (
		message === 'Found unexpected null' &&
		calls.length > 0 &&
		calls.every(call => call.includes('/webview/browser/pre/index.html?'))
	);
}

function isOurWebview(frame: Frame | null): boolean {
	return frame?.url().includes(`extensionId=${extensionId}`) === true;
}

async function hasContent(frame: Frame): Promise<boolean> {
	try {
		return (await frame.locator('body > *').count()) > 0;
	} catch (error) {
		// VS Code exchanges the inner frame while it loads.
		if (frame.isDetached()) {
			return false;
		}
		throw error;
	}
}
