/** A part of dist/: tests reach it only by importing its door, so that none is overlooked. */
export interface ProductPart {
	/** The module of test support that has the path of the part. */
	readonly door: string;
	/** Entry files of the bundles that run when it is started. */
	readonly entries: readonly string[];
	/** Whether it reads what was built from syntaxes/. */
	readonly readsLanguages: boolean;
}

const worker = 'src/localizer/node/indexWorker.ts';
const commandLine = ['src/cli.ts', 'src/cli/runCli.ts', worker];
const doors = 'test/support/product';

export const productParts: readonly ProductPart[] = [
	{ door: `${doors}/commandLineFile.ts`, entries: commandLine, readsLanguages: true },
	{ door: `${doors}/workerFile.ts`, entries: [worker], readsLanguages: true },
	{ door: `${doors}/webviewFolder.ts`, entries: ['src/webview/main.tsx'], readsLanguages: false },
	{
		door: `${doors}/productFolder.ts`,
		entries: [...commandLine, 'src/extension.ts', 'src/webview/main.tsx'],
		readsLanguages: true,
	},
];

/** Bundled with the tests for their imports only. */
export const productEntries: readonly string[] = [...new Set(productParts.flatMap(({ entries }) => entries))];
