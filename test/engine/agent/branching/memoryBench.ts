import type { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import type { Tool } from '../../../../src/models/pure/tools/tool';
import { textArgument } from '../../../../src/models/pure/tools/toolArguments';
import { printDiff } from '../../../../src/runs/pure/diff/printDiff';
import type { Workbench, WritePurpose } from '../../../../src/sandbox/pure/workbench/workbench';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

type Texts = Readonly<Record<string, string>>;

/** `failing`: whether files cannot be restored, the `nRestored`th time. `drift`: what differs each time. */
export interface BenchOptions {
	readonly texts: Texts;
	readonly failing?: (nRestored: number) => boolean;
	readonly drift?: string;
	/** What its diff states besides. */
	readonly unprinted?: string;
	/** Called with the path of each file that is written. */
	readonly onWrite?: (path: string) => void;
	/** As for `memoryWorkspace`. */
	readonly parser?: SourceParser;
}

/** A workbench in memory, whose snapshots outlive it. Only what the tools of these tests use is there. */
export class MemoryBench
	implements Pick<Workbench, 'workspace' | 'snapshot' | 'restore' | 'diff' | 'dispose' | 'write'>
{
	workspace: MemoryWorkspace;
	private nRestored = 0;
	private reproducers: readonly string[] = [];

	private constructor(
		private readonly options: BenchOptions,
		private texts: Texts,
		private readonly snapshots: Map<string, Texts>,
		workspace: MemoryWorkspace,
	) {
		this.workspace = workspace;
	}

	static async open(options: BenchOptions, snapshots: Map<string, Texts>): Promise<MemoryBench> {
		const { texts, parser } = options;
		return new MemoryBench(options, texts, snapshots, await memoryWorkspace(texts, parser));
	}

	async write(path: string, text: string, purpose?: WritePurpose): Promise<void> {
		if (purpose !== undefined) {
			this.reproducers = [...this.reproducers, path];
		}
		this.options.onWrite?.(path);
		await this.become({ ...this.texts, [path]: text });
	}

	async snapshot(): Promise<string> {
		const id = JSON.stringify([this.reproducers, Object.entries(this.texts)]);
		this.snapshots.set(id, this.texts);
		return id;
	}

	async restore(snapshot: string): Promise<{ readonly drift: readonly string[] }> {
		const texts = this.snapshots.get(snapshot);
		if (texts === undefined) {
			throw new Error(`there is no snapshot ${snapshot}`);
		}
		const { failing, drift } = this.options;
		if (failing?.(++this.nRestored) === true) {
			throw new UserError('The state of the scratch copy could not be restored: the disk is full.');
		}
		[this.reproducers] = JSON.parse(snapshot);
		await this.become(texts);
		return { drift: drift === undefined ? [] : [drift] };
	}

	async diff(): Promise<string> {
		const { texts: original, unprinted = '' } = this.options;
		const paths = [...new Set([...Object.keys(original), ...Object.keys(this.texts)])];
		const printed = printDiff(
			paths
				.filter(path => original[path] !== this.texts[path] && !this.reproducers.includes(path))
				.map(path => {
					const [before, after] = [original[path], this.texts[path]];
					return { path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
				}),
		);
		return unprinted + printed;
	}

	async dispose(): Promise<void> {
		// No programs run.
	}

	private async become(texts: Texts): Promise<void> {
		this.texts = texts;
		this.workspace = await memoryWorkspace(texts, this.options.parser);
	}
}

/** Tools that write files, and one that changes nothing. */
export const memoryTools: readonly Tool[] = [
	writing('create', (_before, text) => text),
	writing('append', (before, text) => before + text),
	writing('edit', (_before, text) => text),
	{
		name: 'look',
		description: 'Look.',
		parameters: [{ name: 'what', type: 'string' }],
		changes: false,
		run: async ({ what }) => ({ ok: true, text: `Seen: ${what}`, places: [] }),
	},
];

function writing(name: string, change: (before: string, text: string) => string): Tool {
	return {
		name,
		description: `${name} a file.`,
		parameters: [
			{ name: 'path', type: 'string' },
			{ name: 'text', type: 'string', default: '' },
		],
		changes: true,
		async run(args, { workbench, workspace }) {
			const path = textArgument(args, 'path');
			const exists = (await workspace.files.list()).some(each => each.path === path);
			const before = exists ? await workspace.files.readText(path) : '';
			await workbench?.write(path, change(before, textArgument(args, 'text')));
			return { ok: true, text: `Wrote ${path}`, places: [] };
		},
	};
}
