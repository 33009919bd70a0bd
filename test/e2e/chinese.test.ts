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
		await page.locator('.settings-editor .suggest-input-container .monaco-editor').first().click();
		await page.keyboard.type('@ext:faultline.faultline');
		const settings = page.locator('.settings-editor');
		await settings.getByText('最多显示的位置数，按可能性从高到低。').waitFor();
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
		const pictures = () => page.frames().map(frame => frame.locator('svg text', { hasText: '之后：通过' }).count());
		while ((await Promise.all(pictures())).every(count => count === 0)) {
			await page.waitForTimeout(50);
		}
		await workbench().screenshot('chinese-walkthrough');
	});
});
