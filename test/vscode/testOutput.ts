import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import { repoRoot } from '../support/repoRoot';
import { reportMark } from '../support/runMocha';

/** Where VS Code's own log of the last test run stands. */
export const vsCodeLogFile: string = join(repoRoot, '.vscode-test', 'last-run.log');

/** Parts what VS Code logs: mocha's report is printed as it comes, everything else goes to a file for the day it is needed. */
export class TestOutput {
	readonly #others: string[] = [];

	add(type: string, values: readonly unknown[]): void {
		const text = format(...values);
		if (text.startsWith(reportMark)) {
			console.log(text.slice(reportMark.length));
		} else {
			this.#others.push(`${type} ${text}`);
		}
	}

	/** Writes the file, with the server's own log at its end. */
	keep(serverLog: string): void {
		mkdirSync(join(repoRoot, '.vscode-test'), { recursive: true });
		writeFileSync(vsCodeLogFile, [...this.#others, '', serverLog].join('\n'));
	}
}
