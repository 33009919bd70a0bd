import { isTestPath } from '../../../code/pure/search/isTestPath';
import type { Workspace } from '../../../history/pure/workspace';
import { type Files, FileUnreadableError } from '../../../system/pure/files';
import { applyEdit } from './applyEdit';
import type { ApplyOptions } from './applyOptions';
import type { AppliedEdit } from './applyResult';
import { type Draft, draftOf, draftText } from './draft';
import { withoutPaths } from './editHints';
import { holdsNoCode, isElision } from './matchers/elision';
import type { PatchAnswer } from './reading/readAnswer';
import { type Refusal, refusal } from './refusal';
import { type Target, targetFile } from './targetFile';
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
		const paths = await this.drafts.listed();
		const target = targetFile(edit.file, paths, this.workspace.languages);
		if (target.kind === 'outside') {
			return refused(refusal('outside', edit.file));
		}
		const path = target.kind === 'missing' ? target.path : (target.paths[0] ?? '');
		if (!this.options.allowTests && isTestPath(path, paths, this.workspace.languages)) {
			return { ...refused(refusal('testFile', path)), status: 'leftOut' };
		}
		if (edit.form === 'replace' && edit.original === edit.patched && !edit.isBlankLine) {
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
		const isWhole = isOfText(edit) && hasNothing && !edit.patched.split('\n').some(isElision);
		const isNew = edit.form === 'whole' || isWhole;
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
		const paths = await this.drafts.listed();
		const target = targetFile(edit.to ?? '', paths, this.workspace.languages);
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refused(refusal('unreadable', path, { near: draft.message }));
		}
		if (target.kind === 'outside') {
			return refused(refusal('outside', edit.to ?? ''));
		}
		if (!this.options.allowTests && isTestPath(target.path, paths, this.workspace.languages)) {
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
	return form === 'replace' || form === 'code' || form === 'definition' || form === 'whole';
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
