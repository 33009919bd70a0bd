import type { ReproducerRun } from '../../../../runs/pure/model/reproducer';
import type { Files } from '../../../../system/pure/files';
import { fenced } from '../../../../system/pure/text/fenced';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import environment from './environment.md';
import flaky from './flaky.md';
import inText from './inText.md';
import missingFile from './missingFile.md';
import notShown from './notShown.md';
import otherError from './otherError.md';
import passed from './passed.md';
import timedOut from './timedOut.md';

/** How many names of a folder are listed. */
const mostEntries = 40;

const verdicts = { passed, otherError, environment, flaky, timedOut } as const;

/**
 * Describes for its author the run of a program that does not show the bug. `files` are those that the model may see;
 * `next`: what to do now.
 */
export async function notShownText(
	{ verdict, why, execution, missing }: ReproducerRun,
	files: Files,
	next = inText.trim(),
): Promise<string> {
	const outputs = [execution.stdout, execution.stderr].filter(text => text.trim() !== '');
	const text =
		missing === undefined
			? fillTemplate(verdict === 'reproduced' ? passed : verdicts[verdict], { why })
			: fillTemplate(missingFile, { why, ...(await nearestFolder(missing, files)) });
	return fillTemplate(notShown, { verdict: text, output: outputs.map(fenced).join('\n\n'), next });
}

/** The folder searched for a missing file or module, or the nearest existing one, and its content. */
async function nearestFolder(missing: string, files: Files) {
	const paths = (await files.list()).map(({ path }) => path);
	const parts = missing.split(/[/.]|::/).filter(part => part !== '');
	const above = parts.map((_, at) => parts.slice(0, parts.length - 1 - at).join('/'));
	const folders = above.slice(0, -1).flatMap(folder => folderOf(folder, paths) ?? []);
	const [folder = ''] = folders;
	const start = folder === '' ? '' : `${folder}/`;
	const inside = paths.filter(path => path.startsWith(start)).map(path => path.slice(start.length));
	const names = inside.map(path => (path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path));
	const all = [...new Set(names)];
	const entries = [...all.slice(0, mostEntries), ...(all.length > mostEntries ? ['...'] : [])].join(', ');
	return { name: missing, folder: folder === '' ? 'Its top folder' : `\`${folder}\``, entries };
}

/** A folder of the project by its whole path, else by its last parts. */
function folderOf(wanted: string, paths: readonly string[]): string | undefined {
	if (paths.some(path => path.startsWith(`${wanted}/`))) {
		return wanted;
	}
	const inner = paths.find(path => path.includes(`/${wanted}/`));
	return inner?.slice(0, inner.indexOf(`/${wanted}/`) + wanted.length + 1);
}
