import './editorStandIn';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PatchReview } from '../../src/editor/patches/review/patchReview';
import { ReviewedFile } from '../../src/editor/patches/review/reviewedFile';
import { UserFiles } from '../../src/editor/patches/userFiles';
import { uriOfPath } from '../../src/editor/workspacePaths';
import { FileReview } from '../../src/patches/pure/acceptance/fileReview';
import { offeredFile } from '../../src/patches/pure/acceptance/offeredFile';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { foldRun } from '../../src/runs/pure/fold/runFold';
import { patchOf, patchRunEvents } from '../../test/support/patchRun';
import { numbered } from '../../test/support/runEvents';
import { inFolder } from './editorStandIn';
import type { Lab } from './lab';

/** Files that an editor, a shell, an interpreter, a package manager, git or a build server runs by itself. */
const selfRunningPaths = [
	...['.vscode/tasks.json', '.vscode/settings.json', 'x.code-workspace', '.envrc', 'conftest.py', 'sitecustomize.py'],
	...['package.json', '.npmrc', '.husky/pre-commit', '.pre-commit-config.yaml', '.gitattributes', '.mcp.json'],
	...[
		'.github/workflows/ci.yml',
		'.gitlab-ci.yml',
		'Jenkinsfile',
		'Makefile',
		'CMakeLists.txt',
		'setup.py',
		'build.rs',
	],
	...[
		'pyproject.toml',
		'build.gradle',
		'pom.xml',
		'Dockerfile',
		'docker-compose.yml',
		'.devcontainer/devcontainer.json',
	],
	...['vite.config.ts', '.eslintrc.cjs', '.babelrc', '.mocharc.js', 'lib/evil.pth', '.gdbinit', '.cargo/config.toml'],
	...['Gemfile', 'Rakefile', '.yarnrc.yml', 'tox.ini', 'AGENTS.md', '.idea/workspace.xml', 'Directory.Build.props'],
];
/** Spellings that some systems take for the same name. */
const spellings: readonly ((path: string) => string)[] = [
	path => path,
	path => `packages/deep/${path}`,
	path => path.toUpperCase(),
	path => `./${path}`,
	path => `${path} `,
	path => `${path}.`,
	path => path.replace('/', '//'),
	path => `src/../${path}`,
	path => `a/./${path}`,
];

/** Accepting everything at once, in a patch that hides a file that runs by itself among many others. */
export async function approvalsAttack(lab: Lab): Promise<void> {
	for (const [at, plain] of lab.shuffled(selfRunningPaths).entries()) {
		const path = (spellings[at % spellings.length] ?? (each => each))(plain);
		const folder = lab.path(`ws-${at}`);
		lab.write({ [`ws-${at}/src/`]: '' });
		await inFolder(folder, () => acceptAll(lab, { at, path, folder }));
	}
}

/** `path`: of the file that runs by itself. */
async function acceptAll(
	lab: Lab,
	{ at, path, folder }: { readonly at: number; readonly path: string; readonly folder: string },
): Promise<void> {
	const others = Array.from({ length: 2 + lab.random(30) }, (_, number) => `src/f${number}.py`);
	const where = lab.random(others.length);
	const paths = [...others.slice(0, where), path, ...others.slice(where)];
	const patched = paths.map(each => ({ path: each, after: 'run()\n' }));
	const reviewed = patched.flatMap(file => {
		const offered = offeredFile(file, () => 'pending', false, undefined);
		const uri = uriOfPath(file.path);
		return offered === undefined || uri === undefined
			? []
			: [new ReviewedFile(file.path, { review: uri, file: uri }, new FileReview(file, offered, undefined))];
	});
	const files = new UserFiles();
	/** What the review does with an accepted hunk, without its documents and its log. */
	const accept = async (file: ReviewedFile, hunks: Parameters<FileReview['decide']>[2]) => {
		const { file: text } = file.review.decide('accept', file.live, hunks);
		await files.write(file.path, text === undefined ? undefined : Buffer.from(text));
	};
	const review = { files: reviewed, accept } as unknown as PatchReview;
	await PatchReview.prototype.decideAll.call(review, 'accept');
	const isOthersWritten = others.every(other => existsSync(join(folder, other)));
	lab.variant(`${JSON.stringify(path)} among ${others.length} files, accepted all at once`, {
		ran: isOthersWritten,
		succeeded: existsSync(join(folder, path)),
	});
	const run = foldRun(numbered(patchRunEvents('20260101-000000-000-aaaa', 'title', [patchOf('p1', ...patched)])));
	const shown = shownPatches(run).flatMap(patch => patch.files.filter(file => file.path === path));
	lab.variant(`${JSON.stringify(path)} among ${others.length} files, in the list`, {
		ran: shown.length === 1,
		succeeded: shown[0]?.warning === undefined,
	});
	const alone = reviewed.find(file => file.path === path);
	if (at % spellings.length < 2 && alone !== undefined) {
		await accept(alone, alone.pending.hunks);
		lab.control(`${path}, accepted on its own`, readFileSync(join(folder, path), 'utf8') === 'run()\n');
	}
}
