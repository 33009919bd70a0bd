import * as vscode from 'vscode';

/** A terminal that only shows text. What is written before it is open waits. */
export class TextTerminal implements vscode.Pseudoterminal {
	private readonly written = new vscode.EventEmitter<string>();
	private readonly ended = new vscode.EventEmitter<number>();
	private waiting: string[] | undefined = [];
	private exitCode: number | undefined;
	private isGone = false;
	private isKept = false;

	readonly onDidWrite = this.written.event;
	readonly onDidClose = this.ended.event;

	/** Nothing that is written now is shown: it has ended, or the person closed it. */
	get isClosed(): boolean {
		return this.isGone || this.hasEnded;
	}

	open(): void {
		const waiting = this.waiting ?? [];
		this.waiting = undefined;
		for (const text of waiting) {
			this.written.fire(text);
		}
		this.fireEnd();
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
			this.fireEnd();
		}
	}

	/** From now on it never ends: it would go away, with what there is to read. */
	keep(): void {
		this.isKept = true;
	}

	private get hasEnded(): boolean {
		return this.exitCode !== undefined && !this.isKept;
	}

	private fireEnd(): void {
		if (this.hasEnded) {
			this.ended.fire(this.exitCode ?? 0);
		}
	}
}
