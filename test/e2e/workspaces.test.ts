import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Locator } from 'playwright-core';
import { seedRun, storageFolder } from './seededRun';
import { useWorkbench } from './useWorkbench';
import type { Workbench } from './workbench';

async function openFaultline({ page }: Workbench): Promise<void> {
	await page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
}

async function view(workbench: Workbench, selector: string): Promise<Locator> {
	return (await workbench.webviewFrame()).locator(selector);
}

async function locate(workbench: Workbench, issue: string): Promise<void> {
	const box = await view(workbench, 'textarea');
	await box.fill(issue);
	await box.press('Control+Enter');
}

const sampleIssue = (workbench: Workbench) => readFileSync(join(workbench.folder, 'ISSUE.md'), 'utf8');

describe('a folder that is not trusted', () => {
	const workbench = useWorkbench({
		...{ folder: 'sample/python', restricted: true },
		settings: { 'security.workspace.trust.startupPrompt': 'never' },
	});

	it('can be read, and its bugs located', async () => {
		const issue = sampleIssue(workbench());
		await openFaultline(workbench());
		await (await view(workbench(), 'text=This folder is in Restricted Mode')).waitFor();
		await locate(workbench(), issue);
		await (await view(workbench(), '.row-location')).first().waitFor();
	});

	it('runs no reproducer before it is trusted', async () => {
		await seedRun(await storageFolder(workbench().userDataDir), '20260101-000000-000-beef', []);
		await workbench().runCommand('Faultline: Show Runs…');
		await workbench().quickPickRows().filter({ hasText: 'Totals are wrong' }).first().click();
		await (await view(workbench(), 'text=Totals are wrong after midnight')).first().waitFor();
		await workbench().runCommand('Testing: Focus on Test Explorer View');
		const row = workbench().page.locator('.test-explorer .monaco-list-row', { hasText: 'Totals are wrong' });
		await row.hover();
		await row.locator('[aria-label*="Run Test"]').first().click();
		const dialog = workbench().page.locator('.monaco-dialog-box');
		await dialog.getByText('Running tests may execute code in your workspace.').waitFor();
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await dialog.waitFor({ state: 'hidden' });
		assert.equal(await row.locator('.codicon-testing-failed-icon, .codicon-testing-passed-icon').count(), 0);
	});
});

describe('other workspaces', () => {
	const workbench = useWorkbench({ folder: 'sample/python' });

	async function reopen(change: (query: URLSearchParams) => void): Promise<void> {
		const url = new URL(workbench().page.url());
		url.searchParams.delete('folder');
		change(url.searchParams);
		await workbench().page.goto(url.href);
		await workbench().page.locator('.activitybar').waitFor();
	}

	/** Opens a workspace of folders and shows Faultline in it. */
	async function openFolders(...paths: readonly string[]): Promise<void> {
		const file = join(workbench().folder, `${paths.join('-').replaceAll('/', '-')}.code-workspace`);
		writeFileSync(file, JSON.stringify({ folders: paths.map(path => ({ path })) }));
		const name = basename(paths.at(-1) ?? '');
		const rows = workbench().page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
		const opened = () =>
			rows
				.first()
				.waitFor({ timeout: 8000 })
				.then(
					() => true,
					() => false,
				);
		// In a browser VS Code now and then shows a workspace without its folders; opened again it has them.
		do {
			await reopen(query => query.set('workspace', file));
		} while (!(await opened()));
		await openFaultline(workbench());
	}

	it('of several folders are searched together', async () => {
		const issue = sampleIssue(workbench());
		await openFolders('tests', 'tally');
		await locate(workbench(), issue);
		const row = (await view(workbench(), '.row-location')).filter({ hasText: 'minutes_between' }).first();
		assert.match(await row.innerText(), /tally\/clock\.py:\d+-\d+/);
		await row.locator('.title').click();
		await workbench().page.locator('.tab.active', { hasText: 'clock.py' }).waitFor();
		await workbench().screenshot('multi-root');
	});

	it('of folders with the same name are distinguished by the paths in a trace', async () => {
		for (const shop of ['one', 'two']) {
			mkdirSync(join(workbench().folder, shop, 'app'), { recursive: true });
			writeFileSync(join(workbench().folder, shop, 'app/cart.py'), 'def total(prices):\n    return prices[0]\n');
		}
		await openFolders('one/app', 'two/app');
		const cart = join(workbench().folder, 'two/app/cart.py');
		const frames = `  File "${cart}", line 2, in total\n    return prices[0]`;
		await locate(workbench(), `Traceback (most recent call last):\n${frames}\nIndexError: list index out of range\n`);
		const row = (await view(workbench(), '.row-location')).first();
		await row.locator('.title').click();
		await workbench().page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
		await workbench().screenshot('multi-root-trace');
		assert.match(await row.innerText(), /app-2/);
	});

	it('without a folder show what to do first', async () => {
		await reopen(query => {
			query.delete('workspace');
			query.set('ew', 'true');
		});
		await openFaultline(workbench());
		await (await view(workbench(), 'text=Open a folder with code to begin')).waitFor();
		await (await view(workbench(), 'button.primary >> text=Open Folder')).waitFor();
		await workbench().screenshot('no-folder');
	});

	it('without code report it, and offer no search that can only fail', async () => {
		for (const folder of ['tally', 'tests', 'one', 'two']) {
			rmSync(join(workbench().folder, folder), { recursive: true });
		}
		await reopen(query => {
			query.delete('ew');
			query.set('folder', workbench().folder);
		});
		await openFaultline(workbench());
		await (await view(workbench(), '[role=alert] >> text=There is no code here')).waitFor();
		await (await view(workbench(), 'text=Review Exclude Settings')).waitFor();
		await (await view(workbench(), 'textarea')).fill('It breaks: total should be 3.');
		await (await view(workbench(), 'button.primary:disabled >> text=Locate')).waitFor();
		await workbench().screenshot('no-code');
		writeFileSync(join(workbench().folder, '.gitignore'), '/*\n');
		writeFileSync(join(workbench().folder, 'total.py'), 'def total():\n    pass\n');
		await (await view(workbench(), 'text=Rebuild Index')).click();
		const reason = 'All files are ignored by the pattern /* (.gitignore, line 1). Remove or narrow it';
		await (await view(workbench(), `[role=alert] >> text=${reason}`)).waitFor();
		await workbench().screenshot('all-ignored');
	});
});
