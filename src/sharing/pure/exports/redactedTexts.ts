import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { withoutSecretLines } from '../../../outgoing/pure/secrets/withoutSecretLines';

/** Content that may not be in an export of a run, other than secrets. */
export interface SharingRules {
	readonly hidden: HiddenFiles;
	/** Absolute paths of home folders, other than paths recognizable by their form. */
	readonly homes: readonly string[];
}

/** A change made by an export, for users. */
export interface Redaction {
	readonly how: 'removed' | 'replaced' | 'leftOut';
	/** `GitHub token`, `home folder`, `answer about hidden files`. */
	readonly what: string;
	/** How often. */
	readonly n: number;
	/** The parts of the run with the change, in the order they were found in: `issue`, `answers of tools`. */
	readonly where: readonly string[];
}

/** A part of a run as users know it: `issue`, `patches`. */
type Where = string;

interface Count {
	n: number;
	readonly where: Set<Where>;
}

/** Replaces a text that names a hidden file. */
const hiddenText = '[left out: hidden file]';

/**
 * The texts of one run as they may leave the machine: they pass the gate, have no home folder in their paths and name no
 * hidden file. Counts what it changes. `learn` comes before all: a secret is removed from every text, also from earlier ones.
 */
export class RedactedTexts {
	private readonly gate = new OutgoingGate();
	private readonly counts = new Map<string, Count>();
	private readonly hiddenWords = new Map<string, boolean>();
	private readonly folders: readonly (readonly [path: string, name: string])[];

	/** `workspace`: the folders of the run, which are replaced by their names; those that are no absolute path are names. */
	constructor(
		private readonly rules: SharingRules,
		workspace: readonly string[],
	) {
		const named = workspace.filter(isAbsolutePath).map(path => [path, folderName(path)] as const);
		const homes = rules.homes.filter(isAbsolutePath).map(path => [path, '~'] as const);
		this.folders = [...named, ...homes].sort(([a], [b]) => b.length - a.length);
	}

	/** The changes so far: removals first, then replacements, then omissions; most frequent first. */
	get redactions(): readonly Redaction[] {
		const order = ['removed', 'replaced', 'leftOut'];
		return [...this.counts]
			.map(([key, { n, where }]) => {
				const [how = '', what = ''] = key.split('\n');
				return { how: how as Redaction['how'], what, n, where: [...where] };
			})
			.sort((a, b) => order.indexOf(a.how) - order.indexOf(b.how) || b.n - a.n);
	}

	learn(text: string): void {
		this.gate.learn(text);
	}

	/** A text; of its lines, those that name a hidden file are left out. */
	clean(text: string, where: Where): string {
		return this.withoutFolders(this.withoutSecrets(this.withoutHiddenLines(text, where), where), where);
	}

	/** A text that may quote code: nothing of it is left if it names a hidden file. */
	cleanCode(text: string, where: Where): string {
		if (this.namesHidden(text)) {
			this.leaveOut('answer or output about hidden files', where);
			return hiddenText;
		}
		return this.withoutFolders(this.withoutSecrets(text, where), where);
	}

	/** A unified diff, whose signs would hide a secret of several lines. */
	cleanDiff(diff: string, where: Where): string {
		const lines = diff.split('\n');
		const clean = withoutSecretLines(lines);
		for (const [at, line] of clean.entries()) {
			for (const [, kind = ''] of line === lines[at] ? [] : line.matchAll(/\[removed: ([^\]]{1,60})\]/g)) {
				this.count('removed', kind, where);
			}
		}
		return this.withoutFolders(this.withoutSecrets(clean.join('\n'), where), where);
	}

	hides(path: string): boolean {
		return this.rules.hidden.rules.length > 0 && path !== '' && this.rules.hidden.hides(path) !== undefined;
	}

	leaveOut(what: string, where: Where): void {
		this.count('leftOut', what, where);
	}

	/** Whether a text names a hidden file. */
	namesHidden(text: string): boolean {
		return this.rules.hidden.rules.length > 0 && text.split(betweenWords).some(word => this.isHiddenName(word));
	}

	private isHiddenName(word: string): boolean {
		if (word.length < 2 || word.length > longestPath || !/[./]/.test(word)) {
			return false;
		}
		const known = this.hiddenWords.get(word);
		if (known !== undefined) {
			return known;
		}
		const isHidden = pathsIn(word, this.folders).some(path => this.hides(path));
		this.hiddenWords.set(word, isHidden);
		return isHidden;
	}

	private withoutHiddenLines(text: string, where: Where): string {
		if (!this.namesHidden(text)) {
			return text;
		}
		const lines = text.split('\n').map(line => {
			const isHidden = this.namesHidden(line);
			if (isHidden) {
				this.leaveOut('line that names a hidden file', where);
			}
			return isHidden ? hiddenText : line;
		});
		return lines.join('\n');
	}

	private withoutSecrets(text: string, where: Where): string {
		const clean = this.gate.clean(text);
		for (const { kind } of clean.found) {
			this.count('removed', kind, where);
		}
		return clean.text;
	}

	private withoutFolders(text: string, where: Where): string {
		let clean = text;
		for (const [path, name] of this.folders) {
			const parts = clean.split(path);
			this.count('replaced', name === '~' ? 'home folder' : 'folder of the workspace', where, parts.length - 1);
			clean = parts.join(name);
		}
		return clean.replaceAll(homeFolders, () => {
			this.count('replaced', 'home folder', where);
			return '~';
		});
	}

	private count(how: Redaction['how'], what: string, where: Where, n = 1): void {
		if (n > 0) {
			const key = `${how}\n${what}`;
			const count = this.counts.get(key) ?? { n: 0, where: new Set() };
			count.n += n;
			count.where.add(where);
			this.counts.set(key, count);
		}
	}
}

const longestPath = 1_000;
const betweenWords = /[\s()[\]{}<>"'`,;|=]+/;

/** The part of a word that may be the path of a file: without a line number, a sign of a diff or a folder before it. */
function pathsIn(word: string, folders: readonly (readonly [path: string, name: string])[]): string[] {
	const plain = word.replace(/^[-+@:*]{1,4}/, '').replace(/[.:!?*]{1,4}$/, '');
	const [file = ''] = plain.split(/:\d/, 1);
	const candidates = [file, file.replace(/^[ab]\//, ''), ...file.split(':')];
	return candidates.flatMap(path => [
		path,
		...folders.flatMap(([folder]) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [])),
	]);
}

/** Home folders by their form on Linux, macOS and Windows, also as JSON escapes them. Relative paths are none. */
const homeFolders =
	/(?<![\w.~-])(?:(?:\/mnt\/[a-z])?\/(?:home|Users)\/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2})[^\\/\s"'`:;,<>|?*()[\]]{1,64}|(?<![\w.~-])\/root(?![\w.-])/g;

function isAbsolutePath(path: string): boolean {
	return /^(?:\/[^/]|[A-Za-z]:[\\/])/.test(path) && path.length > 3;
}

function folderName(path: string): string {
	return path.split(/[\\/]/).findLast(part => part !== '') ?? path;
}
