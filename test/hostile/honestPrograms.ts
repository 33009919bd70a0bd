import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitAll, git } from '../support/gitRepository';
import type { TestFolder } from '../support/testFolder';

/** A program or a test suite that a sandbox must not break. */
export interface HonestProgram {
	readonly what: string;
	/** Programs that have to be installed. */
	readonly needs: readonly string[];
	/** Files by path: `home/…`, and `home/project/…`. */
	readonly files: Readonly<Record<string, string>>;
	/** Prepares the machine, as the user did before; returns variables of the environment, and folders for PATH. */
	readonly prepare?: (folder: TestFolder) => Prepared;
	/** A line for the shell in the copy of the project. */
	readonly command: string;
	/** What its output contains. */
	readonly prints: RegExp;
}

export interface Prepared {
	readonly env?: Readonly<Record<string, string>>;
	/** Before the others. */
	readonly path?: readonly string[];
}

/** The program behind shims. */
function realPython(): string {
	return execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();
}

const python = () => ({ path: [dirname(realPython())] });

const debugged = `
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['--inspect-brk=127.0.0.1:0', '-e', 'console.log(40 + 2)'], { stdio: ['ignore', 'inherit', 'pipe'] });
child.stderr.on('data', async data => {
	const [, address] = /listening on (ws:\\S+)/.exec(String(data)) ?? [];
	if (!address) return;
	const socket = new WebSocket(address);
	socket.onopen = () => ['Runtime.enable', 'Debugger.enable', 'Runtime.runIfWaitingForDebugger', 'Debugger.resume']
		.forEach((method, id) => socket.send(JSON.stringify({ id, method })));
	socket.onmessage = ({ data: text }) => {
		const { method } = JSON.parse(text);
		if (method === 'Debugger.paused') { console.log('paused'); socket.send('{"id":9,"method":"Debugger.resume"}'); }
		if (method === 'Runtime.executionContextDestroyed') socket.close();
	};
});
`;

export const honestPrograms: readonly HonestProgram[] = [
	{
		what: 'an environment outside of the workspace, with a package in it',
		needs: ['python3'],
		files: { 'home/project/a_test.py': 'import boxed\nassert boxed.value == 7\nprint("boxed", boxed.value)\n' },
		prepare: folder => {
			const environment = folder.path('home/envs/v');
			execFileSync(realPython(), ['-m', 'venv', '--without-pip', environment]);
			const lib = join(environment, 'lib', readdirSync(join(environment, 'lib'))[0] ?? '', 'site-packages');
			folder.write({ [`${lib.slice(folder.path().length + 1)}/boxed.py`]: 'value = 7\n' });
			return { env: { VIRTUAL_ENV: environment }, path: [join(environment, 'bin')] };
		},
		command: 'python a_test.py',
		prints: /^boxed 7$/m,
	},
	{
		what: 'an environment in the workspace, which git ignores',
		needs: ['python3'],
		files: {
			'home/project/.gitignore': '.venv\n',
			'home/project/a_test.py':
				'import sys, unittest\nclass T(unittest.TestCase):\n\tdef test(self):\n\t\tself.assertIn(".venv", sys.prefix)\n',
		},
		prepare: folder => {
			execFileSync(realPython(), ['-m', 'venv', '--without-pip', folder.path('home/project/.venv')]);
			return {};
		},
		command: './.venv/bin/python -m unittest -v a_test.py',
		prints: /^OK$/m,
	},
	{
		what: "node from a version manager's folder, with an installed package and its command",
		needs: [],
		files: {
			'home/project/.gitignore': 'node_modules\n',
			'home/project/test.js': 'require("node:assert").equal(require("left"), "left"); console.log(process.execPath)\n',
			'home/project/node_modules/left/index.js': 'module.exports = "left"\n',
		},
		prepare: folder => {
			const bin = folder.path('home/.nvm/versions/node/v99.0.0/bin');
			mkdirSync(bin, { recursive: true });
			copyFileSync(process.execPath, join(bin, 'node'));
			chmodSync(join(bin, 'node'), 0o755);
			return { path: [bin] };
		},
		command: 'node test.js',
		prints: /\.nvm\/versions\/node\/v99\.0\.0\/bin\/node/,
	},
	{
		what: 'a test runner with several processes and temporary files',
		needs: [],
		files: {
			'home/project/a.test.mjs':
				'import test from "node:test"; import fs from "node:fs"; import os from "node:os";\ntest("a", () => { const d = fs.mkdtempSync(os.tmpdir() + "/a-"); fs.writeFileSync(d + "/x", "x"); });\n',
			'home/project/b.test.mjs': 'import test from "node:test"; test("b", () => {});\n',
		},
		command: `'${process.execPath}' --test`,
		prints: /pass 2/,
	},
	{
		what: 'a package cache of modules, and a cache of builds',
		needs: ['go'],
		files: {
			'home/proxy/example.org/left/@v/v1.0.0.info': '{"Version":"v1.0.0"}',
			'home/proxy/example.org/left/@v/v1.0.0.mod': 'module example.org/left\n',
			'home/proxy/example.org/left/@v/list': 'v1.0.0\n',
			'home/zip/example.org/left@v1.0.0/go.mod': 'module example.org/left\n',
			'home/zip/example.org/left@v1.0.0/left.go': 'package left\n\nfunc Name() string { return "left" }\n',
			'home/project/go.mod': 'module example.org/own\n\ngo 1.18\n\nrequire example.org/left v1.0.0\n',
			'home/project/own_test.go':
				'package own\n\nimport (\n\t"testing"\n\n\t"example.org/left"\n)\n\nfunc TestName(t *testing.T) {\n\tif left.Name() != "left" {\n\t\tt.Fatal(left.Name())\n\t}\n}\n',
		},
		prepare: folder => {
			const zip = folder.path('home/proxy/example.org/left/@v/v1.0.0.zip');
			const script = `import zipfile, sys\nz = zipfile.ZipFile(sys.argv[1], "w")\nfor f in ("go.mod", "left.go"): z.write("example.org/left@v1.0.0/" + f)\nz.close()`;
			execFileSync('python3', ['-c', script, zip], { cwd: folder.path('home/zip') });
			const proxy = { GOPROXY: `file://${folder.path('home/proxy')}`, GONOSUMDB: '*', GOFLAGS: '-mod=mod' };
			const env = { ...process.env, ...proxy, HOME: folder.path('home'), GONOSUMCHECK: '1' };
			execFileSync('go', ['mod', 'download'], { cwd: folder.path('home/project'), env, stdio: 'ignore' });
			execFileSync('go', ['mod', 'tidy'], { cwd: folder.path('home/project'), env, stdio: 'ignore' });
			return {};
		},
		command: 'GOPROXY=off go test ./...',
		prints: /^ok\s+example\.org\/own/m,
	},
	{
		what: 'a crate from the cache of a package manager',
		needs: ['cargo', 'git'],
		files: {
			'home/left/Cargo.toml': '[package]\nname = "left"\nversion = "1.0.0"\nedition = "2021"\n',
			'home/left/src/lib.rs': 'pub fn name() -> &\'static str { "left" }\n',
			'home/project/src/lib.rs': '#[test]\nfn name() { assert_eq!(left::name(), "left"); }\n',
		},
		prepare: folder => {
			commitAll(folder.path('home/left'));
			folder.write({
				'home/project/Cargo.toml': `[package]\nname = "own"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\nleft = { git = "file://${folder.path('home/left')}" }\n`,
			});
			const rustup = execFileSync('rustup', ['show', 'home'], { encoding: 'utf8' }).trim();
			const env = { CARGO_HOME: folder.path('home/.cargo'), RUSTUP_HOME: rustup };
			const options = { cwd: folder.path('home/project'), env: { ...process.env, ...env }, stdio: 'ignore' } as const;
			execFileSync('cargo', ['fetch'], options);
			return { env };
		},
		command: 'cargo test --offline',
		prints: /test result: ok\. 1 passed/,
	},
	{
		what: 'a server and its client over loopback',
		needs: ['python3'],
		files: {
			'home/project/a.py': `import http.server, threading, urllib.request
server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print("status", urllib.request.urlopen("http://localhost:%d/a.py" % server.server_port).status)
`,
		},
		prepare: python,
		command: 'python3 a.py',
		prints: /^status 200$/m,
	},
	{
		what: 'a debugger on its standard input',
		needs: ['python3'],
		files: { 'home/project/a.py': 'value = 41\nvalue += 1\nprint("end", value)\n' },
		prepare: python,
		command: 'printf "next\\nnext\\np value\\ncontinue\\nquit\\n" | python3 -m pdb a.py',
		prints: /\(Pdb\) 42/,
	},
	{
		what: 'a debugger over loopback',
		needs: [],
		files: { 'home/project/debugged.js': debugged },
		command: `'${process.execPath}' debugged.js`,
		prints: /paused[\s\S]*42/,
	},
	{
		what: 'a pool of workers, shared memory and a pseudoterminal',
		needs: ['python3'],
		files: {
			'home/project/a.py': `import multiprocessing, os, pty
from multiprocessing import shared_memory
if __name__ == "__main__":
	with multiprocessing.Pool(8) as pool:
		print("sum", sum(pool.map(abs, range(-100, 0))), flush=True)
	memory = shared_memory.SharedMemory(create=True, size=1000); memory.close(); memory.unlink()
	pty.spawn(["/bin/echo", "terminal"])
`,
		},
		prepare: python,
		command: 'python3 a.py',
		prints: /sum 5050[\s\S]*terminal/,
	},
	{
		what: 'a compiler, and a sanitizer that reserves terabytes of addresses',
		needs: ['cc'],
		files: { 'home/project/a.c': '#include <stdlib.h>\nint main(void) { char *p = malloc(4); return p[4]; }\n' },
		command: 'cc -g -fsanitize=address a.c -o a && ./a',
		prints: /heap-buffer-overflow/,
	},
	{
		what: 'a virtual machine with its own heap',
		needs: ['javac', 'java'],
		files: {
			'home/project/A.java':
				'class A { public static void main(String[] a) { System.out.println("home " + System.getProperty("user.home")); } }\n',
		},
		command: 'javac A.java && java -ea A',
		prints: /^home \//m,
	},
	{
		what: 'the repository of the copy: its history, and commits to it',
		needs: ['git'],
		files: { 'home/project/a.txt': 'a\n' },
		prepare: folder => {
			commitAll(folder.path('home/project'));
			git(folder.path('home/project'), 'gc', '-q');
			return {};
		},
		command:
			'git log --oneline && echo b > b.txt && git add -A && git -c user.name=a -c user.email=a@b commit -qm second && git log --format=%s',
		prints: /^second$/m,
	},
];
