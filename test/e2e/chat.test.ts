import { useWorkbench } from './useWorkbench';

describe('the chat', () => {
	const workbench = useWorkbench({ folder: 'sample/python', chatModels: true, settings: { 'chat.disableAIFeatures': false } }, /./);

	it('explores', async () => {
		const { page } = workbench();
		await workbench().runCommand('Chat: Open Chat');
		await page.waitForTimeout(4000);
		await workbench().screenshot('chat-1');
		await page.keyboard.type('@faultline /locate Entries that end after midnight have negative hours in the report', { delay: 15 });
		await page.waitForTimeout(2000);
		await workbench().screenshot('chat-2');
		await page.keyboard.press('Enter');
		await page.waitForTimeout(15000);
		await workbench().screenshot('chat-3');
	});
});
