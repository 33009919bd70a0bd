import { type Files, FileUnreadableError } from '../../../ports';
import { isTestFile } from '../../../search/isTestFile';
import { editDistance } from '../../../search/names/nearNames';
import { compareText } from '../../../util/compareText';
import { pathParts } from '../../../util/pathParts';
import type { Workspace } from '../../../workspace';
import { applyEdit } from './applyEdit';
import type { ApplyOptions } from './applyOptions';
import type { AppliedEdit } from './applyResult';
import { type Draft, draftOf, draftText } from './draft';
import { withoutPaths } from './editHints';
import { holdsNoCode, isElision } from './matchers/elision';
import type { PatchAnswer } from './reading/readAnswer';
import { type Refusal, refusal } from './refusal';
import type { WrittenEdit } from './writtenEdit';

/** Applies the edits of one answer, one after the other, to drafts of the files. */
export class EditApplier {
	/** The files after the edits so far. */
	readonly drafts: Drafts;
	private readonly prose = new Map<string, string>();

	constructor(
		private readonly workspace: Workspace,
		private readonly options: ApplyOptions,
		private readonly answer: PatchAnswer,
	) {
		this.drafts = new Drafts(workspace.files);
	}

	async apply(edit: WrittenEdit): Promise<AppliedEdit> {
		if (edit.flaw !== undefined) {
			return refused(refusal(edit.flaw, edit.file));
		}
		const target = targetFile(edit.file, await this.drafts.listed());
		if (target.kind === 'outside') {
			return refused(refusal('outside', edit.file));
		}
		const path = target.kind === 'missing' ? target.path : (target.paths[0] ?? '');
		if (!this.options.allowTests && isTestFile(this.workspace, path)) {
			return { ...refused(refusal('testFile', path)), status: 'leftOut' };
		}
		if (edit.form === 'replace' && edit.original === edit.patched) {
			return { file: path, status: 'unchanged' };
		}
		return target.kind === 'missing' ? this.applyToMissing(edit, target) : this.applyToFound(edit, target);
	}

	private async applyToFound(edit: WrittenEdit, target: Target & { kind: 'found' }): Promise<AppliedEdit> {
		const [path = '', ...others] = target.paths;
		if (edit.form === 'whole' && path !== target.path) {
			return this.create(target.path, edit);
		}
		if (others.length > 0) {
			return refused(refusal('severalFiles', edit.file, { near: listed(target.paths) }));
		}
		if (edit.form === 'delete') {
			return this.remove(path);
		}
		if (edit.form === 'rename' || edit.form === 'copy') {
			return this.move(path, edit);
		}
		return edit.isNew ? refused(refusal('exists', path)) : this.applyIn(path, edit);
	}

	private async applyIn(path: string, edit: WrittenEdit): Promise<AppliedEdit> {
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refused(refusal('unreadable', path, { near: draft.message }));
		}
		const hints = { prose: this.proseFor(edit.file), places: this.options.places ?? [] };
		const outcome = await applyEdit(draft, { workspace: this.workspace, edit, hints });
		if (!('draft' in outcome)) {
			return refused(outcome);
		}
		this.drafts.change(outcome.draft);
		const { match, startLine, endLine } = outcome;
		return { file: path, status: 'applied', match: match.kind, score: match.score, startLine, endLine };
	}

	/** The prose without paths; many edits of one file are looked at with the same. */
	private proseFor(file: string): string {
		const prose = this.prose.get(file) ?? withoutPaths(this.answer.prose, file);
		this.prose.set(file, prose);
		return prose;
	}

	private async applyToMissing(edit: WrittenEdit, target: Target & { kind: 'missing' }): Promise<AppliedEdit> {
		const original = edit.original.split('\n');
		// An ellipsis means that the file has content.
		const hasNothing = holdsNoCode(original) && !original.some(isElision);
		const isNew = edit.form === 'whole' || (isOfText(edit) && hasNothing);
		return isNew && target.isPlausible
			? this.create(target.path, edit)
			: refused(refusal('noFile', edit.file, near(target.near)));
	}

	/** A file that is not listed may still exist, ignored or hidden. */
	private async create(path: string, edit: WrittenEdit): Promise<AppliedEdit> {
		const found = await this.drafts.open(path);
		if (!(found instanceof FileUnreadableError)) {
			return edit.isNew ? refused(refusal('exists', path)) : this.applyIn(path, edit);
		}
		if (found.reason !== 'missing') {
			return refused(refusal('unreadable', path, { near: found.message }));
		}
		const lines = edit.patched.replace(/\r?\n$/, '').split(/\r?\n/);
		const empty = draftOf(path, undefined);
		const endsWithNewline = edit.endsWithNewline ?? true;
		const isEmpty = edit.patched === '';
		this.drafts.change({ ...empty, lines: isEmpty ? [] : lines.map(text => ({ text })), endsWithNewline });
		return { file: path, status: 'applied', match: 'created', score: 1, startLine: 1, endLine: lines.length };
	}

	/** Moves a file to a path that does not exist yet. */
	private async move(path: string, edit: WrittenEdit): Promise<AppliedEdit> {
		const target = targetFile(edit.to ?? '', await this.drafts.listed());
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refused(refusal('unreadable', path, { near: draft.message }));
		}
		if (target.kind === 'outside') {
			return refused(refusal('outside', edit.to ?? ''));
		}
		if (!this.options.allowTests && isTestFile(this.workspace, target.path)) {
			return refused(refusal('testFile', target.path));
		}
		const created = await this.create(target.path, { ...edit, form: 'whole', isNew: true });
		if (created.status !== 'applied') {
			return created;
		}
		const { before: _, ...moved } = draftOf(target.path, draftText(draft));
		this.drafts.change(moved);
		return edit.form === 'copy' ? created : { ...(await this.remove(path)), file: target.path, match: 'renamed' };
	}

	private async remove(path: string): Promise<AppliedEdit> {
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refused(refusal('unreadable', path, { near: draft.message }));
		}
		this.drafts.change({ ...draft, lines: [], isDeleted: true });
		const endLine = Math.max(1, draft.lines.length);
		return { file: path, status: 'applied', match: 'deleted', score: 1, startLine: 1, endLine };
	}
}

function refused({ file, reason, why, candidates }: Refusal): AppliedEdit {
	return { file, status: 'refused', reason, why, ...(candidates !== undefined && { candidates }) };
}

/** Whether it gives the text of new lines. */
function isOfText({ form }: WrittenEdit): boolean {
	return form === 'replace' || form === 'code' || form === 'whole';
}

function listed(paths: readonly string[]): string {
	return paths
		.slice(0, 10)
		.map(path => `\`${path}\``)
		.join(', ');
}

function near(paths: readonly string[]): { near: string } {
	return { near: paths.length === 0 ? '' : ` Near: ${listed(paths)}.` };
}

/** The files of the workspace after the edits so far. */
class Drafts {
	private readonly begun = new Map<string, Draft>();
	private readonly current = new Map<string, Draft>();
	private paths: Promise<readonly string[]> | undefined;

	constructor(private readonly files: Files) {}

	/** Every edited file, before and after. */
	all(): { readonly before: Draft; readonly after: Draft }[] {
		return [...this.begun].map(([path, before]) => ({ before, after: this.current.get(path) ?? before }));
	}

	async open(path: string): Promise<Draft | FileUnreadableError> {
		const current = this.current.get(path);
		if (current !== undefined) {
			return current;
		}
		try {
			return draftOf(path, await this.files.readText(path));
		} catch (error) {
			if (error instanceof FileUnreadableError) {
				return error;
			}
			throw error;
		}
	}

	change(draft: Draft): void {
		if (!this.begun.has(draft.path)) {
			this.begun.set(draft.path, draftOf(draft.path, draft.before));
		}
		this.current.set(draft.path, draft);
	}

	/** The files of the workspace, and those that the edits so far have created. */
	async listed(): Promise<readonly string[]> {
		this.paths ??= this.files.list().then(entries => entries.map(({ path }) => path));
		return [
			...(await this.paths),
			...[...this.current.keys()].filter(path => this.current.get(path)?.before === undefined),
		];
	}
}

/** The file of the workspace that an edit is about. */
type Target =
	| {
			readonly kind: 'found';
			/** As written, cleaned. */
			readonly path: string;
			/** Several only where the written path matches several equally well. */
			readonly paths: readonly string[];
	  }
	| { readonly kind: 'missing'; readonly path: string; readonly near: readonly string[]; readonly isPlausible: boolean }
	| { readonly kind: 'outside' };

/**
 * Finds the file that a written path means: the one at the path, one whose path ends with it (`utils.py`), or one beside
 * it with nearly the same name. A path that leads out of the workspace, or into a version store, is refused.
 */
function targetFile(written: string, paths: readonly string[]): Target {
	if (written.trim() === '') {
		return { kind: 'missing', path: '', near: [], isPlausible: false };
	}
	const parts = writtenParts(written);
	if (parts === undefined || parts.length === 0) {
		return { kind: 'outside' };
	}
	const path = parts.join('/');
	if (paths.includes(path)) {
		return { kind: 'found', path, paths: [path] };
	}
	const ending = paths.filter(each => each.endsWith(`/${path}`));
	const found = ending.length > 0 ? ending : paths.filter(each => isRenamed(each, path));
	return found.length > 0
		? { kind: 'found', path, paths: found }
		: { kind: 'missing', path, near: nearPaths(path, paths), isPlausible: isPlausible(parts, paths) };
}

/** The parts of a relative path; undefined if it is absolute, leads out, or is not a path. */
function writtenParts(written: string): string[] | undefined {
	const path = written
		.trim()
		.replace(/^["'`]+/, '')
		.replace(/(?<!["'`])["'`]+$/, '')
		.replaceAll('\\', '/');
	const isPath = path !== '' && !/^(?:\/|~|[A-Za-z]:|\w+:\/)/.test(path) && !/[\0\n]/.test(path);
	const parts = isPath ? pathParts(path) : undefined;
	return parts?.some(part => /^\.(?:git|hg|svn)$/i.test(part)) ? undefined : parts;
}

/** A file beside it whose name differs by its case or by underscores and dashes. */
function isRenamed(path: string, wanted: string): boolean {
	const bare = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');
	return folderOf(path) === folderOf(wanted) && bare(path) === bare(wanted);
}

/** A new file belongs in an existing folder, or in a new folder below one. */
function isPlausible(parts: readonly string[], paths: readonly string[]): boolean {
	const isName = parts.every(part => !/[\s<>:"|?*]|\.{3}/.test(part));
	return isName && (parts.length === 1 || paths.some(path => path.startsWith(`${parts[0]}/`)));
}

const nearLimit = 3;

function nearPaths(wanted: string, paths: readonly string[]): string[] {
	const name = nameOf(wanted).toLowerCase();
	return paths
		.map(path => ({ path, edits: editDistance(name, nameOf(path).toLowerCase(), 3) }))
		.filter(({ edits }) => edits !== undefined && edits <= name.length / 3)
		.sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0) || compareText(a.path, b.path))
		.slice(0, nearLimit)
		.map(({ path }) => path);
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}
