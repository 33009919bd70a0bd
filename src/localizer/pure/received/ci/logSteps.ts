import type { LogLine } from './logLines';

/** A step of a job in its log. */
export interface LogStep {
	readonly name?: string;
	/** Its output, without the commands of the server. */
	readonly lines: readonly string[];
	/** The server ended it as failed. */
	readonly hasFailed: boolean;
	/** It reported an error to the server. */
	readonly hasErrors: boolean;
}

/** How the servers mark the parts of a log: GitHub Actions and Azure Pipelines, GitLab, Travis CI, Jenkins. */
const marks = {
	begin: [
		/^##\[group\]Run (?<name>.*)$/,
		/^##\[section\]Starting: (?<name>.*)$/,
		/^section_start:\d+:(?<name>[\w.-]+)/,
		/^travis_fold:start:(?<name>\S+)/,
		/^\[Pipeline\] \{ \((?<name>.*)\)$/,
	],
	end: [
		/^Post job cleanup\.$/,
		/^##\[section\]Finishing: /,
		/^section_end:/,
		/^travis_fold:end:/,
		/^\[Pipeline\] \/\/ /,
	],
	failed: [
		/^##\[error\].{0,200}\b(?:exit code|exited with code) '?-?\d/,
		/^ERROR: Job failed\b/,
		/^The command "[^"]*" (?:exited with [1-9]|failed and exited)/,
		/^ERROR: script returned exit code [1-9]/,
		/^Build step '[^']*' marked build as failure/,
	],
	error: /^(?:##\[error\]|::error(?: [^:]*)?::)/,
	openGroup: /^(?:##\[group\]|::group::)/,
	closeGroup: /^(?:##\[endgroup\]|::endgroup::)/,
	/** Commands that are nothing else. */
	other:
		/^(?:##\[(?:group|endgroup|section|debug|command)\]|::(?:group|endgroup|debug|add-mask|set-output)\b|section_(?:start|end):|travis_(?:fold|time):|\[Pipeline\] )/,
};

/** Whether a line is a mark of a server. */
export function isMark(text: string): boolean {
	return marks.error.test(text) || marks.openGroup.test(text) || marks.other.test(text);
}

/** The steps of a log in their order; one without a name if nothing marks them. */
export function logSteps(lines: readonly LogLine[]): readonly LogStep[] {
	const steps = new OpenSteps();
	for (const line of lines) {
		steps.read(line);
	}
	return steps.found;
}

interface OpenStep {
	name?: string;
	readonly lines: string[];
	hasFailed: boolean;
	hasErrors: boolean;
	/** Of the log's column for steps. */
	readonly column?: string | undefined;
}

class OpenSteps {
	readonly found: OpenStep[] = [];
	private open: OpenStep | undefined;
	/** In the lines that show the command and its environment. */
	private isHead = false;

	read({ text, step: column }: LogLine): void {
		const name = firstName(marks.begin, text);
		const isOther = column === undefined ? name !== undefined : column !== this.open?.column;
		if (isOther || this.open === undefined) {
			this.begin(column ?? name, column);
		}
		if (this.isHead) {
			this.isHead = !marks.closeGroup.test(text);
		} else if (name !== undefined) {
			this.isHead = marks.openGroup.test(text);
		} else if (column === undefined && marks.end.some(mark => mark.test(text))) {
			this.begin(undefined, undefined);
		} else {
			this.add(text);
		}
	}

	private begin(name: string | undefined, column: string | undefined): void {
		this.open = { lines: [], hasFailed: false, hasErrors: false, ...(name !== undefined && { name }), column };
		this.isHead = false;
		this.found.push(this.open);
	}

	private add(text: string): void {
		const { open } = this;
		if (open === undefined) {
			return;
		}
		if (marks.failed.some(mark => mark.test(text))) {
			open.hasFailed = true;
		} else if (marks.error.test(text)) {
			open.hasErrors = true;
			open.lines.push(text.replace(marks.error, ''));
		} else if (!marks.other.test(text)) {
			open.lines.push(text);
		}
	}
}

function firstName(patterns: readonly RegExp[], text: string): string | undefined {
	for (const pattern of patterns) {
		const name = pattern.exec(text)?.groups?.name;
		if (name !== undefined) {
			return name;
		}
	}
	return undefined;
}
