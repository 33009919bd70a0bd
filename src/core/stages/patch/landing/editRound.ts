import { FileUnreadableError } from '../../../ports';
import { isTestFile } from '../../../search/isTestFile';
import type { Workspace } from '../../../workspace';
import { draftOf, draftText } from './draft';
import { Drafts } from './drafts';
import { type EditHints, withoutPaths } from './editHints';
import { filesHolding } from './filesHolding';
import { holdsNoCode, isElision } from './fits/elision';
import { type EditRequest, landEdit, type Made } from './landEdit';
import type { LandedEdit } from './landing';
import type { LandingOptions } from './landingOptions';
import { mergeDrafts } from './mergeDrafts';
import { isWhole, mayBeMoved } from './movedEdit';
import type { PatchAnswer } from './reading/readAnswer';
import { elsewhereText, movedText, type Refusal, refusal } from './refusal';
import { type Target, targetFile } from './targetFile';
import type { WrittenEdit } from './writtenEdit';

/** The edits of one answer, made one after the other on drafts of the files. */
export class EditRound {
	private readonly workspace: Workspace;
	private readonly options: LandingOptions;
	private readonly answer: PatchAnswer;
	/** The files as the edits so far have left them. */
	readonly drafts: Drafts;

	constructor(workspace: Workspace, options: LandingOptions, answer: PatchAnswer) {
		this.workspace = workspace;
		this.options = options;
		this.answer = answer;
		this.drafts = new Drafts(workspace.files);
	}

	async land(edit: WrittenEdit): Promise<LandedEdit> {
		const landed = await this.landNamed(edit);
		const isMissing = landed.reason === 'notFound' || landed.reason === 'noFile' || landed.reason === 'severalFiles';
		return isMissing && edit.form === 'replace' ? this.landElsewhere(edit, landed) : landed;
	}

	private async landNamed(edit: WrittenEdit): Promise<LandedEdit> {
		if (edit.flaw !== undefined) {
			return refused(refusal(edit.flaw, edit.file));
		}
		const target = this.withoutTests(edit.file, targetFile(edit.file, await this.drafts.listed()));
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
		return target.kind === 'missing' ? this.landMissing(edit, target) : this.landFound(edit, target);
	}

	/** A path that may be that of a test or of code is that of code, unless it names a test itself. */
	private withoutTests(written: string, target: Target): Target {
		if (target.kind !== 'found' || isTestFile(this.workspace, written)) {
			return target;
		}
		const code = target.paths.filter(path => !isTestFile(this.workspace, path));
		return code.length === 0 ? target : { ...target, paths: code };
	}

	private async landFound(edit: WrittenEdit, target: Target & { kind: 'found' }): Promise<LandedEdit> {
		const [path = '', ...others] = target.paths;
		const isExact = target.isSure && others.length === 0;
		if (edit.form === 'replace' || edit.form === 'code') {
			return isExact ? this.landIn(path, edit, false) : this.landInOneOf(target, edit);
		}
		if (edit.form === 'whole' && path !== target.path) {
			return this.create(target.path, edit);
		}
		if (!isExact) {
			return refused(refusal('severalFiles', edit.file, { near: listed(target.paths) }));
		}
		if (edit.form === 'delete') {
			return this.remove(path);
		}
		if (edit.form === 'rename' || edit.form === 'copy') {
			return this.move(path, edit);
		}
		return edit.isNew ? refused(refusal('exists', path)) : this.landIn(path, edit, false);
	}

	/** The one file of several in which all that the original shows stands. */
	private async landInOneOf({ paths, isSure }: Target & { kind: 'found' }, edit: WrittenEdit): Promise<LandedEdit> {
		const fitting: { path: string; made: Made }[] = [];
		let only: LandedEdit | undefined;
		for (const path of paths.slice(0, 20)) {
			const outcome = await this.attempt(path, edit, true);
			if ('draft' in outcome) {
				fitting.push({ path, made: outcome });
			} else if (outcome.reason === 'ambiguous' || paths.length === 1) {
				only = refused(outcome);
			}
		}
		const [one, ...others] = fitting;
		if (one !== undefined && others.length === 0) {
			return this.keep(one.path, one.made);
		}
		const meant = fitting.length > 1 ? fitting.map(({ path }) => path) : paths;
		return only ?? refused(refusal(isSure || meant.length > 1 ? 'severalFiles' : 'noFile', edit.file, near(meant)));
	}

	private async landIn(path: string, edit: WrittenEdit, isStrict: boolean): Promise<LandedEdit> {
		const outcome = await this.attempt(path, edit, isStrict);
		if ('draft' in outcome) {
			return this.keep(path, outcome);
		}
		const beside = await this.besideOthers(path, edit);
		return beside === undefined ? refused(outcome) : this.keep(path, beside);
	}

	/** An edit whose lines an edit before it has changed, made on the file as it was, if both go together. */
	private async besideOthers(path: string, edit: WrittenEdit): Promise<Made | undefined> {
		const changed = this.drafts.changed(path);
		if (changed === undefined || edit.form !== 'replace') {
			return undefined;
		}
		const { before, now } = changed;
		const made = await landEdit(before, { ...this.requestOf(edit), isStrict: true });
		const draft = 'draft' in made && isWhole(made.fit.match) ? mergeDrafts(before, now, made.draft) : undefined;
		return draft === undefined || !('draft' in made) ? undefined : { ...made, draft };
	}

	/** The one other file in which the lines of an edit stand, where it can be meant; if it is refused, it says so. */
	private async landElsewhere(edit: WrittenEdit, { why = '', ...missing }: LandedEdit): Promise<LandedEdit> {
		const { signal } = this.options;
		const holding = await filesHolding(this.workspace, { original: edit.original, path: missing.file, signal });
		const [path, ...others] = holding;
		if (path === undefined) {
			return { ...missing, why };
		}
		const made = others.length > 0 ? undefined : await this.moved(path, edit, missing.file);
		return made === undefined
			? { ...missing, why: `${why}\n${elsewhereText(listed(holding))}` }
			: { ...this.keep(path, made), match: 'moved', why: movedText(edit.file, listed([path])) };
	}

	private async moved(path: string, edit: WrittenEdit, named: string): Promise<Made | undefined> {
		const paths = await this.drafts.listed();
		const targets = this.answer.edits.map(each => targetFile(each.file, paths));
		const [draft, there] = [await this.drafts.open(path), await this.drafts.open(named)];
		const isKnown = targets.some(target => target.kind === 'found' && target.paths.includes(path));
		if (isKnown || draft instanceof FileUnreadableError) {
			// A model that names the file elsewhere did not mistake it here.
			return undefined;
		}
		const { workspace } = this;
		const isHere = !(there instanceof FileUnreadableError);
		if (isHere && !(await mayBeMoved(edit, { workspace, named: there, found: draft }))) {
			return undefined;
		}
		const hints: EditHints = { said: '', prose: '', places: [] };
		const { nearLine: _, ...unnumbered } = edit;
		const made = await landEdit(draft, { workspace, edit: unnumbered, hints, isStrict: true });
		return 'draft' in made && isWhole(made.fit.match) ? made : undefined;
	}

	private async attempt(path: string, edit: WrittenEdit, isStrict: boolean): Promise<Made | Refusal> {
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refusal('unreadable', path, { near: draft.message });
		}
		return landEdit(draft, { ...this.requestOf(edit), isStrict });
	}

	private requestOf(edit: WrittenEdit): Omit<EditRequest, 'isStrict'> {
		const [said, prose] = [edit.said, this.answer.prose].map(text => withoutPaths(text, edit.file));
		const hints: EditHints = { said: said ?? '', prose: prose ?? '', places: this.options.places ?? [] };
		return { workspace: this.workspace, edit, hints };
	}

	private keep(path: string, { draft, fit, startLine, endLine }: Made): LandedEdit {
		this.drafts.change(draft);
		return { file: path, status: 'landed', match: fit.match, score: fit.score, startLine, endLine };
	}

	private async landMissing(edit: WrittenEdit, target: Target & { kind: 'missing' }): Promise<LandedEdit> {
		const original = edit.original.split('\n');
		// An ellipsis says that the file holds something.
		const hasNothing = holdsNoCode(original) && !original.some(isElision);
		const isNew = edit.form === 'whole' || (isOfText(edit) && hasNothing);
		return isNew && target.isPlausible
			? this.create(target.path, edit)
			: refused(refusal('noFile', edit.file, near(target.near)));
	}

	/** A file that is not listed may be there nevertheless, ignored or hidden. */
	private async create(path: string, edit: WrittenEdit): Promise<LandedEdit> {
		const found = await this.drafts.open(path);
		if (!(found instanceof FileUnreadableError)) {
			return edit.isNew ? refused(refusal('exists', path)) : this.landIn(path, edit, false);
		}
		if (found.reason !== 'missing') {
			return refused(refusal('unreadable', path, { near: found.message }));
		}
		const lines = edit.patched.replace(/\r?\n$/, '').split(/\r?\n/);
		const empty = draftOf(path, undefined);
		const endsWithNewline = edit.endsWithNewline ?? true;
		const isEmpty = edit.patched === '';
		this.drafts.change({ ...empty, lines: isEmpty ? [] : lines.map(text => ({ text })), endsWithNewline });
		return { file: path, status: 'landed', match: 'created', score: 1, startLine: 1, endLine: lines.length };
	}

	/** To a path at which nothing stands yet. */
	private async move(path: string, edit: WrittenEdit): Promise<LandedEdit> {
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
		const made = await this.create(target.path, { ...edit, form: 'whole', isNew: true });
		if (made.status !== 'landed') {
			return made;
		}
		const { before: _, ...moved } = draftOf(target.path, draftText(draft));
		this.drafts.change(moved);
		return edit.form === 'copy' ? made : { ...(await this.remove(path)), file: target.path, match: 'renamed' };
	}

	private async remove(path: string): Promise<LandedEdit> {
		const draft = await this.drafts.open(path);
		if (draft instanceof FileUnreadableError) {
			return refused(refusal('unreadable', path, { near: draft.message }));
		}
		this.drafts.change({ ...draft, lines: [], isDeleted: true });
		const endLine = Math.max(1, draft.lines.length);
		return { file: path, status: 'landed', match: 'deleted', score: 1, startLine: 1, endLine };
	}
}

function refused({ file, reason, why, candidates }: Refusal): LandedEdit {
	return { file, status: 'refused', reason, why, ...(candidates !== undefined && { candidates }) };
}

/** Whether it says what lines are to be. */
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
