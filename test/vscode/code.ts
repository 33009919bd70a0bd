#!/usr/bin/env node
/**
 * Stands in for the executable of a desktop VS Code: takes its flags, runs the extension's tests in a VS Code server
 * shown in a headless Chromium, prints what they log, and ends with their exit code.
 */
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchChromium } from './launchChromium';
import { TestOutput } from './testOutput';
import { type ServerOptions, startVsCodeServer } from './vsCodeServer';
import { type WindowContents, workbenchUrl } from './workbenchUrl';

/** Tests that log nothing for so long hang. */
const silentMs = 10 * 60_000;

interface Launch {
	readonly server: ServerOptions;
	readonly contents: WindowContents;
}

async function runTestsInBrowser({ server: options, contents }: Launch): Promise<number> {
	const output = new TestOutput();
	const server = await startVsCodeServer(options);
	const browser = await launchChromium();
	try {
		const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
		const exitCode = reportedExitCode(page, output);
		await page.goto(workbenchUrl(server.port, contents));
		return await exitCode;
	} catch (error) {
		console.error(String(error));
		return 1;
	} finally {
		output.keep(server.log());
		await browser.close();
		server.stop();
	}
}

/** Passes on the log of the tests and returns the exit code they report. Rejects when they log nothing for `silentMs`. */
function reportedExitCode(page: Page, output: TestOutput): Promise<number> {
	return new Promise<number>((resolve, reject) => {
		const timer = setTimeout(() => reject(new Error(`nothing logged for ${silentMs / 60_000} minutes`)), silentMs);
		timer.unref();
		page.on('crash', () => reject(new Error('the page of VS Code crashed')));
		const log = (type: string, values: readonly unknown[]) => {
			timer.refresh();
			output.add(type, values);
		};
		Promise.all([
			page.exposeFunction('codeAutomationLog', log),
			page.exposeFunction('codeAutomationExit', resolve),
		]).catch(reject);
	});
}

function parseLaunch(words: string[]): Launch {
	const text = { type: 'string' } as const;
	const { values, positionals } = parseArgs({
		args: words,
		strict: false,
		options: {
			extensionDevelopmentPath: { type: 'string', multiple: true },
			extensionTestsPath: text,
			'user-data-dir': text,
			'extensions-dir': text,
			'disable-workspace-trust': { type: 'boolean' },
		},
	});
	const tests = values.extensionTestsPath;
	return {
		server: {
			userDataDir: required('user-data-dir', values['user-data-dir']),
			extensionsDir: required('extensions-dir', values['extensions-dir']),
			trustEverything: values['disable-workspace-trust'] === true,
		},
		contents: {
			extensionDevelopmentPaths: (values.extensionDevelopmentPath ?? []).map(String),
			...(typeof tests === 'string' && { extensionTestsPath: tests }),
			...(positionals[0] && { folder: positionals[0] }),
		},
	};
}

function required(flag: string, value: unknown): string {
	if (typeof value !== 'string') {
		throw new Error(`--${flag}=DIR is missing`);
	}
	return value;
}

void runTestsInBrowser(parseLaunch(process.argv.slice(2))).then(
	code => process.exit(code),
	error => {
		console.error(error);
		process.exit(1);
	},
);
