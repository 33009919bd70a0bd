import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import { RunFiles } from '../../src/runs/node/runFiles';
import { runIdOf } from '../../src/runs/node/runId';
import { fixOf } from '../../src/runs/pure/fold/runFix';
import { importRun } from '../../src/sharing/node/importRun';
import { eventsOfRunFile, openedRun } from '../../src/sharing/pure/exports/readRunFile';
import { systemClock } from '../../src/system/node/systemClock';
import { faultlineCli } from '../../test/support/faultlineCli';
import { folderPicture } from '../../test/support/folderPicture';
import { patchOf, patchRunEvents } from '../../test/support/patchRun';
import { RecordedLog } from '../../test/support/recordedLog';
import { numbered } from '../../test/support/runEvents';
import type { Lab } from './lab';

const canary = 'heliotrope_outside_marzipan';
const goodId = '20260101-000000-000-abcd';
/** In place of an id or the path of a file. */
const paths = [
	...[
		'../../outside',
		'../outside/secret.txt',
		'/etc/passwd',
		'..',
		'.',
		'',
		'a/../../../outside/secret.txt',
		'\0',
		'C:\\x',
	],
	...[
		'..\\..\\outside',
		'%2e%2e/outside',
		'.git/hooks/post-checkout',
		'~/.ssh/id_rsa',
		'__proto__',
		'constructor',
		'linked/x',
	],
	...[
		'\\\\host\\share',
		'file:///etc/passwd',
		`${goodId}/../../../outside`,
		`${goodId}\0`,
		'x'.repeat(5000),
		'\u202e..',
	],
];
/** Parts that change the prototype of all objects, for a reader that copies what it reads. */
const pollution = [
	'{"__proto__":{"polluted":1}}',
	'{"constructor":{"prototype":{"polluted":1}}}',
	'{"a":{"__proto__":{"polluted":1}}}',
	'[{"__proto__":{"polluted":1}}]',
	'{"__proto__":null,"toString":1,"hasOwnProperty":1}',
];

interface Poison {
	readonly name: string;
	readonly file: string;
	readonly text: string;
}

const events = (path: string) =>
	numbered(patchRunEvents(goodId, 'title', [patchOf('p1', { path, before: 'a\n', after: 'b\n' })]));
/** In all fields of a name, another value; as text, since JSON may have what objects do not. */
function withField(list: readonly unknown[], name: string, value: string): string {
	const marked = JSON.stringify(list, (key, old) => (key === name ? '@@' : old));
	return marked.replaceAll('"@@"', value);
}

function poisons(version: number): readonly Poison[] {
	const file = (list: string) => `{"format":"faultline-run","version":${version},"faultline":"0","events":${list}}`;
	const fields = ['runId', 'path', 'id', 'patch', 'file', 'workspace', 'reproducer', 'key', 'node'];
	const fresh = (path: string) =>
		withField(events('a.txt'), fields[path.length % fields.length] ?? 'id', JSON.stringify(path));
	return [
		...paths.map((path, at) => ({
			name: `a run file with ${path.slice(0, 40)} in a field`,
			file: `f${at}.json`,
			text: file(fresh(path)),
		})),
		...paths.map((path, at) => ({
			name: `a run file with a patch of ${path.slice(0, 40)}`,
			file: `p${at}.json`,
			text: file(JSON.stringify(events(path))),
		})),
		...paths.map((path, at) => ({
			name: `a trajectory with a patch of ${path.slice(0, 40)}`,
			file: `t${at}.traj`,
			text: JSON.stringify({
				trajectory: [{ action: 'submit', observation: path, thought: path }],
				info: {
					exit_status: 'submitted',
					submission: `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`,
				},
			}),
		})),
		...pollution.flatMap((part, at) => [
			{
				name: `a run file, polluting by ${part}`,
				file: `q${at}.json`,
				text: file(withField(events('a.txt'), 'execution', part)),
			},
			{ name: `a run file of events like ${part}`, file: `r${at}.json`, text: file(`[${part}]`) },
			{
				name: `a trajectory, polluting by ${part}`,
				file: `s${at}.traj`,
				text: `{"trajectory":[{"action":"ls","observation":${part}}],"info":${part}}`,
			},
			{
				name: `a tree, polluting by ${part}`,
				file: `u${at}.root`,
				text: `{"root":{"role":"assistant","action":"x","content":${part},"_action_expansion_limit":${part},"children":[]}}`,
			},
		]),
		{
			name: 'a run file of a great depth',
			file: 'deep.json',
			text: file(`${'['.repeat(50_000)}${']'.repeat(50_000)}`),
		},
		{
			name: 'a run file with a key twice',
			file: 'twice.json',
			text: file(
				JSON.stringify(events('a.txt')).replaceAll(
					'"path":"a.txt"',
					'"path":"a.txt","path":"../../outside/secret.txt"',
				),
			),
		},
	];
}

/** Runs of someone else: files to import, and folders of the storage that are damaged or lead elsewhere. */
export async function poisonedRunsAttack(lab: Lab): Promise<void> {
	lab.write({ 'outside/secret.txt': `${canary}\n`, 'ws/a.txt': 'a\n', 'ws/.git/hooks/': '', 'storage/': '' });
	const around = () => JSON.stringify([folderPicture(lab.path('outside')), folderPicture(lab.path('ws'))]);
	const isPolluted = () => 'polluted' in {} || typeof {}.toString !== 'function';
	const version = JSON.parse(await exported(lab)).version as number;
	for (const { name, file, text } of lab.shuffled(poisons(version))) {
		const before = around();
		lab.write({ [`files/${file}`]: text });
		const shown: string[] = [];
		const runs = new RunFiles(lab.path('storage'), new RecordedLog());
		const read = async () => {
			if (!file.endsWith('.json')) {
				const { runId } = await importRun(
					{ file: lab.path('files', file) },
					{ runs, clock: systemClock, version: '0' },
				);
				shown.push(JSON.stringify(await runs.read(runId)));
				return [];
			}
			const { run } = await openedRun(eventsOfRunFile(text, file), file, runIdOf);
			shown.push(JSON.stringify(shownPatches(run)));
			// What could be accepted of it.
			return fixOf(run).patches.filter(({ isExcerpt }) => isExcerpt !== true);
		};
		const acceptable = await read().catch((error: unknown) => {
			shown.push(String(error));
			return [];
		});
		await runs.close();
		lab.variant(name, {
			ran: shown.length > 0,
			succeeded: around() !== before || isPolluted() || acceptable.length > 0 || shown.join().includes(canary),
		});
	}
	const list = JSON.stringify(events('a.txt'));
	const honest = JSON.stringify({ format: 'faultline-run', version, faultline: '0', events: JSON.parse(list) });
	const { run } = await openedRun(eventsOfRunFile(honest, 'honest.json'), 'honest.json', runIdOf);
	lab.control('an honest run file, whose patch is read', fixOf(run).patches.length === 1);
	await damagedStorage(lab, around);
	const target = join(lab.path('storage'), paths[0] ?? '');
	const before = around();
	mkdirSync(dirname(target), { recursive: true });
	writeFileSync(lab.path('outside/written'), 'x');
	lab.control('a path that is written as the file says', around() !== before);
	const merged: Record<string, Record<string, unknown>> = {};
	for (const [key, value] of Object.entries(JSON.parse(pollution[0] ?? '{}') as Record<string, object>)) {
		Object.assign(merged[key] ?? {}, value);
	}
	lab.control('a reader that copies what it reads', isPolluted());
	Reflect.deleteProperty(Object.prototype, 'polluted');
}

/** The text of a run file that Faultline wrote. */
async function exported(lab: Lab): Promise<string> {
	const env = { FAULTLINE_STORAGE: lab.path('own') };
	await faultlineCli(['locate', '--workspace', lab.path('ws'), '--issue', '-', '--json'], { env, stdin: 'a' });
	const { stdout } = await faultlineCli(['runs', '--json'], { env });
	const [run] = (JSON.parse(stdout) as { runs: { id: string }[] }).runs;
	const { stdout: text } = await faultlineCli(['runs', 'export', run?.id ?? '', '--format', 'json'], { env });
	return text;
}

/** Folders of runs that are links, or whose events name another run; and ids that are paths. */
async function damagedStorage(lab: Lab, around: () => string): Promise<void> {
	const id = (at: number) => `20260102-000000-000-${at.toString(16).padStart(4, '0')}`;
	mkdirSync(lab.path('storage/runs'), { recursive: true });
	symlinkSync(lab.path('outside'), lab.path('storage/runs', id(1)));
	lab.write({
		[`storage/runs/${id(2)}/`]: '',
		[`storage/runs/${id(3)}/run.jsonl`]: `${JSON.stringify(events('../../outside/secret.txt')[0])}\n`,
	});
	symlinkSync(lab.path('outside/secret.txt'), lab.path('storage/runs', id(2), 'run.jsonl'));
	lab.write({
		[`storage/runs/${id(4)}/run.jsonl`]: `${withField(events('a.txt'), 'runId', '"../../../outside"').slice(1, -1).replaceAll('},{"v"', '}\n{"v"')}\n`,
	});
	const ids = [...[1, 2, 3, 4].map(id), ...lab.tried(paths.filter(path => path !== '' && !path.includes('\0')))];
	const words = [['show'], ['export', '--format', 'json'], ['remove'], ['rename', 'title'], ['resume']];
	for (const [at, each] of ids.entries()) {
		const before = around();
		const answers: string[] = [];
		const chosen = at < 4 ? words : [words[2] ?? [], words[at % words.length] ?? []];
		for (const [verb = '', ...more] of chosen) {
			const { stdout, stderr } = await faultlineCli(['runs', verb, each, ...more], {
				env: { FAULTLINE_STORAGE: lab.path('storage') },
			});
			answers.push(stdout + stderr);
		}
		lab.variant(`the run ${each.slice(0, 60)}`, {
			ran: answers.every(answer => answer !== ''),
			succeeded: around() !== before || answers.some(answer => answer.includes(canary)),
		});
	}
}
