import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, posix } from 'node:path';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { readIssueUrl } from '../../src/history/node/servers/issueServers';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { outgoingFetch } from '../../src/outgoing/node/outgoingHttp';
import { requireHttps } from '../../src/outgoing/node/requireHttps';
import { readAnswer } from '../../src/patches/pure/edits/reading/readAnswer';
import { parseDiff } from '../../src/runs/pure/diff/parseDiff';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { folderPicture } from '../../test/support/folderPicture';
import { RecordedLog } from '../../test/support/recordedLog';
import { repoRoot } from '../../test/support/repoRoot';
import type { Lab } from './lab';

/** Names and addresses that two readers understand differently. */
export async function parserDifferencesAttack(lab: Lab): Promise<void> {
	addresses(lab);
	await redirects(lab);
	await diffs(lab);
	await writtenArguments(lab);
}

const hosts = ['github.com', 'gitlab.com', 'git.example.org'];
const evil = 'evil.example';
/** An address that looks like one of a known server. */
const disguisedAddresses: readonly ((host: string) => string)[] = [
	host => `https://${host}@${evil}`,
	host => `https://${host}:x@${evil}`,
	host => `https://${host}\\@${evil}`,
	host => `https://${evil}\\.${host}`,
	host => `https://${evil}\0.${host}`,
	host => `https://${host}\0.${evil}`,
	host => `https://${host}%00.${evil}`,
	host => `https://${host}%2f@${evil}`,
	host => `https://${evil}#${host}`,
	host => `https://${evil}?${host}`,
	host => `https://${host}\t.${evil}`,
	host => `https://${host}\n@${evil}`,
	host => `https://${host.replace('.', '\u3002')}.${evil}`,
	host => `https://${host.replace('i', '\u0456')}`,
	host => `https://${host.replace('.', '\uff0e')}`,
	host => `https:/\\${evil}/${host}`,
	host => `https:\\\\${evil}\\${host}`,
	host => `https:${evil}/${host}`,
	host => `//${evil}/${host}`,
	host => `https://${host}.:443@${evil}:80`,
	host => `https://[::ffff:127.0.0.1]/${host}`,
	host => `https://0x7f.1/${host}`,
	host => `https://${host}\u2044.${evil}`,
	host => `https://${host}\ufe0e.${evil}`,
	host => `HTTPS://${evil}:443:443/${host}`,
	host => `https://${host};@${evil}`,
	host => `https://${host}&@${evil}`,
	host => `https://${host}..${evil}`,
	host => ` https://${evil}/x https://${host}`,
	host => `https://${host}/\\${evil}`,
];

/** The server that would be asked is the one that a browser shows for the address, and no other gets the token. */
function addresses(lab: Lab): void {
	for (const [at, disguise] of disguisedAddresses.entries()) {
		for (const path of ['/a/b/issues/1', '/a/b/-/issues/1', '/a%2fb/c/issues/1', '/../../a/b/-/issues/1']) {
			const address = disguise(hosts[(at + path.length) % hosts.length] ?? '') + path;
			const read = readIssueUrl(address);
			const shown = URL.canParse(address) ? new URL(address).origin : undefined;
			// What is read has to be the server of the address, and be sent nothing but through https.
			const isOther = read !== undefined && read.origin !== shown;
			const isMoved = read !== undefined && /(?:^|\/)\.{1,2}(?:\/|$)|%/.test(read.project);
			lab.variant(`${JSON.stringify(address)}`, { ran: true, succeeded: isOther || isMoved });
		}
	}
	const naive = (address: string) => /^https?:\/\/([^/@:\\?#]+)/.exec(address)?.[1];
	const misread = disguisedAddresses.filter(disguise => {
		const address = disguise('github.com');
		return URL.canParse(address) && naive(address) !== new URL(address).host;
	});
	lab.control('addresses that a simple reader takes for those of another server', misread.length > 5);
}

/** Where a server sends its client: a request follows to no other origin. */
async function redirects(lab: Lab): Promise<void> {
	const origin = 'https://git.example.org';
	const targets = [
		...['https://evil.example/', '//evil.example/', 'https:\\\\evil.example', '\\\\evil.example/', '/\\evil.example/'],
		...['https://git.example.org@evil.example/', 'https://git.example.org.evil.example/', 'http://git.example.org/'],
		...[
			'https://git.example.org:444/',
			'https://GIT.example.org%2eevil.example/',
			'\thttps://evil.example',
			'https:evil.example',
		],
		...[
			'https://git.example.org\\@evil.example/',
			'https://xn--git-example.org/',
			'file:///etc/passwd',
			'data:text/json,{}',
		],
		...[
			'https://git.example.org\u3002evil.example/',
			'///evil.example/',
			'https://git.example.org\0.evil.example',
			' //evil.example',
		],
	];
	for (const target of targets) {
		const asked: string[] = [];
		const transport = async (input: string | URL | Request) => {
			asked.push(new URL(input instanceof Request ? input.url : input).origin);
			const headers = new Headers();
			if (!/[^\x20-\x7e\t]/.test(target)) {
				headers.set('location', target);
			}
			return asked.length === 1 ? new Response(null, { status: 302, headers }) : new Response('{}');
		};
		const limits = { deadlineMs: 60_000, silenceMs: 60_000, answerBytes: 1000 };
		const send = outgoingFetch({ limits, redirects: 5, transport: transport as typeof fetch });
		await send(`${origin}/a`).catch(() => undefined);
		lab.variant(`a redirect to ${JSON.stringify(target)}`, {
			ran: asked.length >= 1,
			succeeded: asked.some(each => each !== origin),
		});
	}
	for (const plain of [
		'http://169.254.169.254',
		'http://[::1].evil.example',
		'HTTP://git.example.org',
		'http://localhost.evil.example',
		'http://127.0.0.1.evil.example',
	]) {
		let isRefused = false;
		try {
			requireHttps(plain, '');
		} catch {
			isRefused = true;
		}
		lab.variant(`${plain} without encryption`, { ran: true, succeeded: !isRefused });
	}
	lab.control('a redirect that is followed as a browser does', new URL('/\\evil.example/', origin).origin !== origin);
}

/** A diff whose heads name two files. */
const doubleDiffs: readonly (readonly [name: string, diff: string])[] = [
	['two names in one head', 'diff --git a/a.txt b/b.txt\n--- a/a.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['a git head of another file', 'diff --git a/b.txt b/b.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	[
		'an index line in the hunk',
		'--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+two\n',
	],
	['a hunk that is longer than it says', '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n-- a/b.txt\n++ b/b.txt\n'],
	[
		'heads within the hunk',
		'--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-one\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-one\n+two\n',
	],
	['a tab after the name', '--- a/a.txt\tb/b.txt\n+++ b/a.txt\tb/b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['a name in quotes', '--- "a/\\141.txt"\n+++ "b/b.txt"\n@@ -1 +1 @@\n-one\n+two\n'],
	['octal digits', '--- "a/\\142.txt"\n+++ "b/\\142.txt"\n@@ -1 +1 @@\n-one\n+two\n'],
	[
		'a rename with other heads',
		'diff --git a/a.txt b/c.txt\nrename from b.txt\nrename to c.txt\n--- a/a.txt\n+++ b/c.txt\n@@ -1 +1 @@\n-one\n+two\n',
	],
	['a rename without hunks', 'diff --git a/b.txt b/c.txt\nsimilarity index 100%\nrename from b.txt\nrename to c.txt\n'],
	['a copy', 'diff --git a/a.txt b/b.txt\nsimilarity index 100%\ncopy from a.txt\ncopy to b.txt\n'],
	[
		'a new file that is there',
		'diff --git a/b.txt b/b.txt\nnew file mode 100644\n--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+two\n',
	],
	[
		'a deletion with another name',
		'diff --git a/a.txt b/b.txt\ndeleted file mode 100644\n--- a/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n',
	],
	['carriage returns', '--- a/a.txt\r\n+++ b/b.txt\r\n@@ -1 +1 @@\r\n-one\r\n+two\r\n'],
	['a NUL in the name', '--- a/a.txt\0b.txt\n+++ b/a.txt\0b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['dots in the name', '--- a/./d/../b.txt\n+++ b/./d/../b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['no prefix', '--- b.txt\n+++ b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['other prefixes', '--- i/b.txt\n+++ w/b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['a decomposed name', '--- a/a\u0308.txt\n+++ b/\u00e4.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['a name with blanks', '--- a/a.txt b/b.txt\n+++ b/a.txt b/b.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['a name with an escape', '--- a/b.txt%00\n+++ b/b.txt%00\n@@ -1 +1 @@\n-one\n+two\n'],
	['a context diff in it', '*** a/b.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	['an Index line', 'Index: b.txt\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n'],
	[
		'a hunk without lines',
		'--- a/b.txt\n+++ b/b.txt\n@@ -1 +1,0 @@\n-one\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n',
	],
];

/** What changes is what the reader names: the files that a person is shown. */
async function diffs(lab: Lab): Promise<void> {
	const texts = { 'diffs/a.txt': 'one\n', 'diffs/b.txt': 'one\n', 'diffs/\u00e4.txt': 'one\n', 'diffs/d/x': 'x\n' };
	lab.write(texts);
	const roots = [{ name: 'diffs', dir: lab.path('diffs') }];
	const log = new RecordedLog();
	const checkouts = new ScratchCheckouts({ roots, storage: lab.path('storage'), log });
	const checkout = await checkouts.create('diffs');
	let nMisread = 0;
	for (const [name, diff] of doubleDiffs) {
		const named = new Set(parseDiff(diff).flatMap(({ oldPath, newPath }) => [oldPath, newPath]));
		for (const { path } of readAnswer(diff).edits.map(edit => ({ path: (edit as { file?: string }).file }))) {
			named.add(path);
		}
		const shown = new Set([...named].flatMap(path => (path === undefined ? [] : [posix.normalize(path)])));
		const before = folderPicture(checkout.folder);
		await checkout.apply(diff).catch(() => undefined);
		const after = folderPicture(checkout.folder);
		const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
			path => before[path]?.split(' ')[2] !== after[path]?.split(' ')[2],
		);
		lab.variant(`a diff with ${name}`, { ran: true, succeeded: changed.some(path => !shown.has(path)) });
		await checkout.reset();
		// Git, as another reader.
		const other = gitChanges(lab, diff);
		nMisread += other.some(path => !diff.split('\n')[0]?.includes(path)) ? 1 : 0;
	}
	await checkout.dispose();
	lab.control('git changes a file that the first line does not name', nMisread > 0);
}

function gitChanges(lab: Lab, diff: string): string[] {
	rmSync(lab.path('git'), { recursive: true, force: true });
	lab.write({ 'git/a.txt': 'one\n', 'git/b.txt': 'one\n' });
	const cwd = lab.path('git');
	try {
		execFileSync('git', ['apply', '--unsafe-paths', '-'], { cwd, input: diff, stdio: 'pipe' });
	} catch {
		return [];
	}
	const changed = readdirSync(cwd).filter(name => readFileSync(join(cwd, name), 'utf8') !== 'one\n');
	return [...changed, ...['a.txt', 'b.txt'].filter(name => !readdirSync(cwd).includes(name))];
}

/** Arguments that a model writes as JSON, with a key twice or under another name. */
async function writtenArguments(lab: Lab): Promise<void> {
	const canary = 'heliotrope_hidden_marzipan';
	lab.write({ 'twice/a.py': 'def open_door():\n    return 1\n', 'outside.py': `${canary}\n` });
	const roots = [{ name: 'twice', dir: lab.path('twice') }];
	const { workspace } = await openWorkspace({ roots, packageRoot: repoRoot, log: new RecordedLog() });
	const key = (value: string, name = 'file_name') => `"${name}":${JSON.stringify(value)}`;
	const [good, bad] = ['a.py', '../outside.py'];
	const texts = [
		`{${key(good)},${key(bad)}}`,
		`{${key(bad)},${key(good)}}`,
		`{${key(good)},${key(bad, 'file\\u005fname')}}`,
		`{${key(good)},${key(bad, 'path')}}`,
		`{${key(bad, 'path')},${key(good)}}`,
		`{"__proto__":{${key(bad)}},${key(good)}}`,
		`{${key(good)},"constructor":{"prototype":{${key(bad)}}}}`,
		`{${key(bad, 'File_Name')},${key(good)}}`,
		`{"file_name":["${good}","${bad}"]}`,
		`{"file_name":{"toString":"${bad}"}}`,
		`{${key(`${good}\0${bad}`)}}`,
		`{${key(bad.normalize('NFKD'))}}`,
		`{${key('\uff0e\uff0e\uff0foutside.py')}}`,
		`{${key(encodeURIComponent(bad))}}`,
		`{${key(`${bad}\0.py`)}}`,
		`{${key(`a.py/../${bad}`)}}`,
	];
	for (const text of texts) {
		const args = JSON.parse(text) as Record<string, string>;
		const answer = await callTool(searchTools, 'read_lines', args, { workspace }).catch(error => ({
			text: String(error),
		}));
		lab.variant(`arguments ${JSON.stringify(text)}`, {
			ran: answer.text !== '',
			succeeded: answer.text.includes(canary),
		});
	}
	const { workspace: open } = await openWorkspace({
		...{ roots: [{ name: 'top', dir: lab.path() }], packageRoot: repoRoot, log: new RecordedLog() },
	});
	const shown = await callTool(searchTools, 'read_lines', { file_name: 'outside.py' }, { workspace: open });
	lab.control('the same file in the workspace', shown.text.includes(canary));
}
