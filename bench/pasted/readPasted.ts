import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrief } from '../../src/localizer/pure/brief/makeBrief';
import { issueTitle } from '../../src/localizer/pure/brief/readOutput';
import { issueFromText } from '../../src/runs/pure/model/issueFromText';
import { workspaceFrames } from '../../src/testing/pure/traces/workspaceFrames';
import { installedGrammars } from '../../test/support/grammars';
import { type MemoryWorkspace, memoryWorkspace } from '../../test/support/memoryWorkspace';
import { repoRoot } from '../../test/support/repoRoot';

export const pastedFolder = join(repoRoot, 'bench', 'pasted');

/** What Faultline reads in a pasted text. */
export interface PastedReading {
	readonly title: string;
	/** `lib/basket.js:9 total` of each frame in the workspace, in the order of weight. */
	readonly frames: readonly string[];
}

/** Reads pasted texts as a run does, for the workspace of this benchmark. */
export class PastedReader {
	private readonly languages = installedGrammars().languages;

	private constructor(private readonly workspace: MemoryWorkspace) {}

	static async open(): Promise<PastedReader> {
		const folder = join(pastedFolder, 'workspace');
		const paths = globSync('**/*.*', { cwd: folder }).map(path => path.replaceAll('\\', '/'));
		const texts = paths.map(path => [path, readFileSync(join(folder, path), 'utf8')] as const);
		return new PastedReader(await memoryWorkspace(Object.fromEntries(texts)));
	}

	title(text: string): string {
		const issue = issueFromText(text, { kind: 'clipboard' });
		return issue === undefined ? '' : issueTitle(issue, this.languages);
	}

	async read(text: string): Promise<PastedReading> {
		const issue = issueFromText(text, { kind: 'clipboard' });
		if (issue === undefined) {
			return { title: '', frames: [] };
		}
		const title = issueTitle(issue, this.languages);
		const brief = makeBrief({ ...issue, title }, this.languages);
		const { project, tests } = await workspaceFrames(brief, this.workspace);
		const frames = [...project, ...tests].map(frame => `${frame.file}:${frame.line} ${frame.function ?? ''}`.trimEnd());
		return { title, frames };
	}
}
