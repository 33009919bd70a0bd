import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitOutput } from '../mine/commits';

/** A report, and the commit that fixed it. */
export interface LinkedReport {
	readonly id: string;
	/** `owner/name` as the folder of the clone is named, in any case. */
	readonly repo: string;
	/** The title, and below it the text. */
	readonly text: string;
	readonly fix: string;
}

/** A line of the file, as `faultline eval` reads it. */
export interface ReportRow {
	readonly instance_id: string;
	readonly repo: string;
	readonly base_commit: string;
	readonly problem_statement: string;
	/** The changes of the fix in code that is not for tests, examples or documentation. */
	readonly patch: string;
}

const limits = { files: 5, patch: 60_000, text: 80 };
const code = /\.(?:py|jsx?|tsx?|vue|go|java|kt|scala|cs|cc?|cpp|cxx|cu|h|hpp|rs|rb|php)$/;
const noProduct =
	/(?:^|\/)(?:tests?|testing|[^/]*\.tests?(?:\.[^/]*)?|__tests__|specs?|third_?party|3rdparty|vendor|node_modules|dist|docs?|examples?|deps|webapps)(?:\/|$)|(?:^|\/)test_[^/]*$|_test\.\w+$|[._-](?:test|spec)\.\w+$|Tests?\.java$/i;

/** Looks up the fixes of reports in clones. */
export class FixedReports {
	/** How many reports were left out, by the reason. */
	readonly leftOut = new Map<string, number>();

	constructor(private readonly clones: string) {}

	/** Undefined if the report is left out. */
	rowOf({ id, repo, text, fix }: LinkedReport): ReportRow | undefined {
		const gitDir = join(this.clones, repo.replace('/', '__'));
		if (!existsSync(gitDir)) {
			return this.leave('their project is absent');
		}
		const parent = parentOf(gitDir, fix);
		if (parent === undefined) {
			return this.leave('the project does not hold their fix');
		}
		const changed = gitOutput(gitDir, ['diff', '--name-status', '--no-renames', '-z', parent, fix])
			.toString()
			.split('\0');
		const paths = changed.filter((path, at) => changed[at - 1] === 'M' && code.test(path) && !noProduct.test(path));
		if (paths.length === 0 || paths.length > limits.files) {
			return this.leave(`the fix changes no code, or more than ${limits.files} files`);
		}
		const patch = gitOutput(gitDir, ['diff', '--no-renames', parent, fix, '--', ...paths]).toString();
		if (patch.length > limits.patch || text.length < limits.text) {
			return this.leave('a very long fix, or hardly a text');
		}
		return { instance_id: id, repo, base_commit: parent, problem_statement: text, patch };
	}

	private leave(why: string): undefined {
		this.leftOut.set(why, (this.leftOut.get(why) ?? 0) + 1);
	}
}

function parentOf(gitDir: string, commit: string): string | undefined {
	try {
		return gitOutput(gitDir, ['rev-parse', '--verify', '--quiet', `${commit}^1`])
			.toString()
			.trim();
	} catch {
		return undefined;
	}
}
