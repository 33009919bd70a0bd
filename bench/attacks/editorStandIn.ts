import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Stands in for the module `vscode` in a plain process, with what the parts of the editor need that write files, accept
 * hunks and make hovers: addresses, files on the disk as VS Code writes them, and Markdown as it escapes it. Import it
 * before these parts. The tests in a real VS Code are in test/editor.
 */
class Uri {
	constructor(
		readonly path: string,
		readonly fragment = '',
	) {}

	readonly scheme = 'file';

	get fsPath(): string {
		return this.path;
	}

	static file(path: string): Uri {
		return new Uri(resolve(path));
	}

	static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
		return new Uri(join(uri.path, ...parts));
	}

	with({ fragment }: { readonly fragment: string }): Uri {
		return new Uri(this.path, fragment);
	}

	toString(): string {
		return `file://${encodeURI(this.path)}${this.fragment === '' ? '' : `#${this.fragment}`}`;
	}
}

class FileSystemError extends Error {
	constructor(readonly code: string) {
		super(code);
	}
}

/** Escapes as VS Code's own does (src/vs/base/common/htmlContent.ts). */
class MarkdownString {
	isTrusted: unknown = false;
	supportHtml = false;

	constructor(public value = '') {}

	appendText(text: string): this {
		this.value += text
			.replaceAll(/[\\`*_{}[\]()#+\-!~]/g, '\\$&')
			.replaceAll(/([ \t]+)/g, blanks => '&nbsp;'.repeat(blanks.length))
			.replaceAll('>', '\\>')
			.replaceAll('<', '&lt;')
			.replaceAll('\n', '\n\n');
		return this;
	}

	appendMarkdown(text: string): this {
		this.value += text;
		return this;
	}
}

/** The one folder of the workspace. */
const opened: { folder: string } = { folder: '/nowhere' };

let last: Promise<unknown> = Promise.resolve();

/** Does something with a folder as the workspace, after all that others do with theirs. */
export function inFolder<T>(folder: string, act: () => Promise<T>): Promise<T> {
	const done = last.then(() => {
		opened.folder = folder;
		return act();
	});
	last = done.catch(() => undefined);
	return done;
}

function missing<T>(act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new FileSystemError('FileNotFound') : error;
	}
}

const workspaceFolder = () => ({ name: basename(opened.folder), uri: Uri.file(opened.folder), index: 0 });

const standIn = {
	...{ Uri, FileSystemError, MarkdownString },
	l10n: {
		bundle: undefined,
		t: (text: string, ...values: readonly unknown[]) =>
			text.replaceAll(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
	},
	EventEmitter: class {},
	Disposable: class {},
	workspace: {
		isTrusted: true,
		textDocuments: [],
		get workspaceFolders() {
			return [workspaceFolder()];
		},
		getWorkspaceFolder: ({ path }: Uri) => (`${path}/`.startsWith(`${opened.folder}/`) ? workspaceFolder() : undefined),
		decode: async (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8'),
		encode: async (text: string) => Buffer.from(text),
		openTextDocument: async () => ({ encoding: 'utf8' }),
		fs: {
			readFile: async ({ fsPath }: Uri) => missing(() => readFileSync(fsPath)),
			delete: async ({ fsPath }: Uri) => missing(() => rmSync(fsPath)),
			writeFile: async ({ fsPath }: Uri, bytes: Uint8Array) => {
				mkdirSync(dirname(fsPath), { recursive: true });
				writeFileSync(fsPath, bytes);
			},
		},
	},
};

type Load = (request: string, ...rest: readonly unknown[]) => unknown;
const loader = Module as unknown as { _load: Load };
const load = loader._load;
loader._load = (request, ...rest) => (request === 'vscode' ? standIn : load.call(Module, request, ...rest));
