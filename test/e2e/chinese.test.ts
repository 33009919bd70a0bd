import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isShownSoon } from './isShownSoon';
import { useWorkbench } from './useWorkbench';

describe('in Chinese', () => {
	const workbench = useWorkbench({ folder: 'sample/python', language: 'zh-cn' });

	it('has its commands in the palette, which finds them by their English titles too', async () => {
		for (const words of ['Faultline: 根据议题', 'Faultline: Locate Bug from Issue']) {
			await workbench().openPalette(words);
			await workbench().quickPickRows().filter({ hasText: 'Faultline: 根据议题定位缺陷' }).first().waitFor();
			await workbench().screenshot('chinese-palette');
			await workbench().page.keyboard.press('Escape');
		}
	});

	it('describes its settings', async () => {
		const { page } = workbench();
		await workbench().runCommand('Preferences: Open Settings (UI)');
		const settings = page.locator('.settings-editor');
		const query = settings.locator('.suggest-input-container .monaco-editor').first();
		const description = settings.getByText('最多显示的位置数，按可能性从高到低。');
		// The settings editor loses what is typed before it is whole: then it is typed again.
		do {
			await query.click();
			await page.keyboard.press('Control+A');
			await page.keyboard.type('@ext:faultline.faultline');
		} while (!(await isShownSoon(description)));
		await workbench().screenshot('chinese-settings');
	});

	it('has the title of its view, whose page is given the language', async () => {
		await workbench().page.locator('.activitybar .action-label[aria-label^="Faultline"]').click();
		await workbench().waitForView('运行');
		const frame = await workbench().webviewFrame();
		await frame.locator('[lang="zh-cn"][data-translations]').first().waitFor({ state: 'attached' });
		await workbench().screenshot('chinese-view');
	});

	it('has its walkthrough, with pictures', async () => {
		const { page } = workbench();
		await workbench().runCommand('Faultline: 打开演练');
		const walkthrough = page.locator('.gettingStartedContainer');
		const step = (title: string) => walkthrough.locator('.step-title:visible', { hasText: title });
		await walkthrough.getByText('Faultline 入门').first().waitFor();
		await step('编写补丁（可选）').click();
		await walkthrough.locator('.expanded .monaco-button', { hasText: '选择模型' }).waitFor();
		// VS Code replaces the frame of the last picture.
		const pictures = () =>
			page.frames().map(frame =>
				frame
					.locator('svg text', { hasText: '之后：通过' })
					.count()
					.catch(() => 0),
			);
		while ((await Promise.all(pictures())).every(count => count === 0)) {
			await page.waitForTimeout(50);
		}
		await workbench().screenshot('chinese-walkthrough');
	});

	it('locates a bug, in the view and in the editor', async () => {
		const { page } = workbench();
		await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
		await workbench().runCommand('Faultline: 根据议题定位缺陷');
		await workbench().quickPickRows().filter({ hasText: '粘贴或键入议题' }).first().waitFor();
		await workbench().screenshot('chinese-sources');
		await workbench().quickPickRows().filter({ hasText: '粘贴或键入议题' }).first().click();
		const view = async (selector: string) => (await workbench().webviewFrame()).locator(selector);
		const box = await view('textarea#issue');
		await box.fill(readFileSync(join(workbench().folder, 'ISSUE.md'), 'utf8'));
		await box.press('Control+Enter');
		await page.locator('.statusbar-item', { hasText: /\d 个位置/ }).waitFor();
		await (await view('.row-location .twistie')).first().click();
		await (await view('text=/议题中写到了 minutes_between/')).first().waitFor();
		await workbench().runCommand('Faultline: 转到下一个位置');
		const hover = page.locator('.monaco-hover:visible', { hasText: '不是缺陷所在' }).first();
		while (!(await isShownSoon(hover))) {
			await workbench().runCommand('Show or Focus Hover');
		}
		await workbench().screenshot('chinese-result');
		await page.keyboard.press('Escape');
		await workbench().setColorTheme('Dark High Contrast');
		await workbench().screenshot('chinese-high-contrast');
		await workbench().setColorTheme('Dark Modern');
	});
});
