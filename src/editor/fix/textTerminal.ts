import * as vscode from 'vscode';

/** A terminal that only shows text. What is written before it is open waits. */
export class TextTerminal implements vscode.Pseudoterminal {
	private readonly written = new vscode.EventEmitter<string>();
	private readonly ended = new vscode.EventEmitter<number>();
	private waiting: string[] | undefined = [];
	private exitCode: number | undefined;
	private isGone = false;

	readonly onDidWrite = this.written.event;
	readonly onDidClose = this.ended.event;

	/** Nothing that is written now is shown: it has ended, or the person closed it. */
	get isClosed(): boolean {
		return this.isGone || this.exitCode !== undefined;
	}

	open(): void {
		const waiting = this.waiting ?? [];
		this.waiting = undefined;
		for (const text of waiting) {
			this.written.fire(text);
		}
		if (this.exitCode !== undefined) {
			this.ended.fire(this.exitCode);
		}
	}

	close(): void {
		this.isGone = true;
	}

	write(text: string): void {
		const shown = text.replace(/\r?\n/g, '\r\n');
		if (this.waiting === undefined) {
			this.written.fire(shown);
		} else {
			this.waiting.push(shown);
		}
	}

	/** What stands there stays for reading. */
	end(exitCode: number): void {
		this.exitCode = exitCode;
		if (this.waiting === undefined) {
			this.ended.fire(exitCode);
		}
	}
}
