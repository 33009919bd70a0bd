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

/** When nobody says otherwise: after this long the tests are taken to hang. */
const defaultTimeoutMs = 10 * 60_000;

interface Launch {
	readonly server: ServerOptions;
	readonly contents: WindowContents;
	readonly timeoutMs: number;
}

async function runTestsInBrowser({ server: options, contents, timeoutMs }: Launch): Promise<number> {
	const output = new TestOutput();
	const server = await startVsCodeServer(options);
	const browser = await launchChromium();
	try {
		const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
		const exitCode = reportedExitCode(page, output, timeoutMs);
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

/** Passes what the tests log on and answers the exit code they report. Rejects when the time is up. */
function reportedExitCode(page: Page, output: TestOutput, timeoutMs: number): Promise<number> {
	return new Promise<number>((resolve, reject) => {
		setTimeout(() => reject(new Error(`no result after ${timeoutMs / 1000} s`)), timeoutMs).unref();
		page.on('crash', () => reject(new Error('the page of VS Code crashed')));
		const log = (type: string, values: readonly unknown[]) => output.add(type, values);
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
		timeoutMs: Number(process.env.FAULTLINE_VSCODE_TIMEOUT_MS ?? defaultTimeoutMs),
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
