import { UserError } from '../../../system/pure/errors/userError';
import { type Fields, fieldsOf } from '../../../system/pure/fields';
import { describedIssue } from './describedIssue';
import { actionType, type ImportedAction, type ImportedRun } from './importedRun';
import { listOf, textOf } from './jsonFields';

/** A node of the file that is still to be read. */
interface OpenNode {
	readonly value: unknown;
	/** Position of the action that it follows. */
	readonly after: number | undefined;
	/** The type of the action that its action is an alternative to. */
	readonly replaces: string | undefined;
}

const unsubmitted = 'This path ends without a submitted patch.';

interface ReadAction extends Omit<ImportedAction, 'parent'> {
	readonly parent: number | undefined;
	/** Actions were made in the order of these numbers; undefined if the file has none. */
	readonly order: number | undefined;
}

/**
 * A DARS tree (`*.root`): messages that follow each other; two commands after one message are alternatives. Throws
 * `UserError` for a file of another form.
 */
export function readDarsTree(data: Fields, file: string): ImportedRun {
	const reader = new DarsReader(file);
	reader.read(data.root);
	if (reader.actions.length === 0) {
		throw new UserError(`${file} contains no action of an agent, so there is nothing to import.`);
	}
	const { iterations } = data;
	return {
		tool: 'DARS',
		issue: describedIssue(reader.task, file),
		instructions: reader.instructions,
		actions: inOrder(reader.actions),
		notes: typeof iterations === 'number' ? [`${iterations} iterations were left when the tool stopped.`] : [],
		nNodes: reader.nNodes,
	};
}

class DarsReader {
	readonly instructions: string[] = [];
	readonly actions: ReadAction[] = [];
	/** The instruction that describes the issue. */
	task = '';
	nNodes = 0;
	private readonly open: OpenNode[] = [];

	constructor(private readonly file: string) {}

	/** Reads a tree, each first child before its siblings. */
	read(root: unknown): void {
		this.open.push({ value: root, after: undefined, replaces: undefined });
		for (let next = this.open.pop(); next !== undefined; next = this.open.pop()) {
			this.nNodes++;
			const fields = fieldsOf(next.value);
			const children = listOf(fields.children);
			if (children === undefined) {
				throw this.damaged('has no list "children"');
			}
			this.openChildren(children, this.readNode(fields, next, children.length === 0));
		}
	}

	/** Returns the position of the action that the node's children follow. */
	private readNode(fields: Fields, open: OpenNode, isLast: boolean): number | undefined {
		switch (fields.role) {
			case 'assistant':
				return this.actions.push({ ...readAction(fields, open), ...(isLast && { notes: [unsubmitted] }) }) - 1;
			case 'system':
			case 'user':
				return this.readMessage(fields, open.after, isLast);
			default:
				throw this.damaged('has no role "system", "user" or "assistant"');
		}
	}

	private readMessage(fields: Fields, after: number | undefined, isLast: boolean): number | undefined {
		const content = textOf(fields.content);
		const action = after === undefined ? undefined : this.actions[after];
		if (after === undefined || action === undefined) {
			this.instructions.push(content);
			this.task = fields.role === 'user' && fields.is_demo !== true ? content : this.task;
			return undefined;
		}
		const before = action.observation === undefined ? '' : `${action.observation}\n`;
		const order = typeof fields.node_id === 'number' ? fields.node_id : action.order;
		const submission = fields.is_terminal === true && isLast ? submittedPatch(content) : undefined;
		this.actions[after] = {
			...action,
			observation: before + content,
			order,
			...(submission !== undefined && { submission }),
			notes: isLast && submission === undefined ? [unsubmitted] : [],
		};
		return after;
	}

	private openChildren(children: readonly unknown[], after: number | undefined): void {
		const first = actionType(textOf(fieldsOf(children[0]).action)) || 'no command';
		const open = children.map((value, at) => ({ value, after, replaces: at === 0 ? undefined : first }));
		for (const child of open.reverse()) {
			this.open.push(child);
		}
	}

	private damaged(what: string): UserError {
		return new UserError(
			`${this.file} is damaged: node ${this.nNodes} of its tree ${what}. Choose the file as the tool wrote it.`,
		);
	}
}

function readAction(fields: Fields, { after, replaces }: OpenNode): ReadAction {
	const candidates = (listOf(fields.expansion_candidates) ?? []).flatMap(each => {
		const [thought, action] = listOf(each) ?? [];
		return typeof action === 'string' ? [{ thought: textOf(thought), action }] : [];
	});
	return {
		parent: after,
		order: undefined,
		thought: textOf(fields.thought) || textOf(fields.content),
		command: textOf(fields.action),
		...(replaces !== undefined && { replaces }),
		left: limitsOf(fields._action_expansion_limit),
		candidates,
		reasons: textOf(fields.critic_response),
		notes: [],
	};
}

function limitsOf(value: unknown): Readonly<Record<string, number>> {
	const limits = Object.entries(fieldsOf(value));
	return Object.fromEntries(limits.filter((each): each is [string, number] => typeof each[1] === 'number'));
}

/** The output of a submission, without the state of the shell after it. Undefined if it is no diff. */
function submittedPatch(content: string): string | undefined {
	const end = content.lastIndexOf('\n(Open file: ');
	const text = end === -1 ? content : content.slice(0, end);
	return text.includes('diff --git ') ? text : undefined;
}

/** In the order they were made in. An action without a number was made with its parent. */
function inOrder(actions: readonly ReadAction[]): ImportedAction[] {
	const times: number[] = [];
	for (const { parent, order } of actions) {
		const earliest = parent === undefined ? 0 : (times[parent] ?? 0);
		times.push(Math.max(earliest, order ?? earliest));
	}
	const sorted = [...actions.keys()].sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
	const places = new Map(sorted.map((from, to) => [from, to]));
	return sorted.flatMap(from => {
		const action = actions[from];
		if (action === undefined) {
			return [];
		}
		const { order: _order, parent, ...made } = action;
		const place = parent === undefined ? undefined : places.get(parent);
		return [{ ...made, ...(place !== undefined && { parent: place }) }];
	});
}
