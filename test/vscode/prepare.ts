import { launchChromium } from './launchChromium';
import { installVsCodeServer } from './vsCodeServer';

/** Installs what the tests in a VS Code need, before any test's clock runs, and says which browser it is. */
async function prepare(): Promise<void> {
	const server = installVsCodeServer();
	const browser = await launchChromium();
	console.log(`VS Code server ${server}\nChromium ${browser.version()}`);
	await browser.close();
}

void prepare().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
});
