import { randomNumbers } from './randomNumbers';

/** A project with a bug, and a program that shows it. */
export interface ProvedProject {
	readonly language: string;
	readonly files: Readonly<Record<string, string>>;
	/** The file that patches change. */
	readonly code: string;
	/** The right one. */
	readonly fixed: string;
	readonly reproducer: string;
	/** What is wrong in place of the fix, by what it does. `{end}` stands for a statement that ends the process. */
	readonly wrong: Readonly<Record<string, string>>;
	readonly ends: readonly string[];
	/** Lines that change nothing, which a patch may have as well. */
	readonly padding: readonly string[];
}

export const provedProjects: readonly ProvedProject[] = [
	{
		language: 'python',
		files: { 'clock.py': 'def between(start, end):\n    return end - start\n' },
		code: 'clock.py',
		fixed: 'def between(start, end):\n    return (end - start) % 1440\n',
		reproducer:
			'import clock\n\ndef check(expected, shown):\n    assert expected == shown, f"expected {expected}, is {shown}"\n\ncheck(60, clock.between(1410, 30))\n',
		wrong: {
			'ends in the function': 'import os, sys, signal\ndef between(start, end):\n    {end}\n',
			'ends at import': 'import os, sys, signal\n{end}\ndef between(start, end):\n    return end - start\n',
			'ends in one case':
				'import os, sys, signal\ndef between(start, end):\n    if end < start:\n        {end}\n    return end - start\n',
			'ends in a destructor':
				'import os, sys, signal\nclass Ends:\n    def __del__(self):\n        {end}\ndef between(start, end):\n    Ends()\n    return end - start\n',
			'ends at exit':
				'import atexit, os, sys, signal\natexit.register(lambda: os._exit(0))\ndef between(start, end):\n    return end - start\n',
			'ends in a thread':
				'import os, sys, signal, threading, time\ndef end():\n    {end}\n    os._exit(0)\ndef between(start, end_):\n    threading.Thread(target=end).start()\n    time.sleep(0.2)\n    return end_ - start\n',
			'ends in a forked child that is waited for':
				'import os, sys, signal\ndef between(start, end):\n    pid = os.fork()\n    if pid == 0:\n        {end}\n        os._exit(0)\n    os._exit(os.waitpid(pid, 0)[1])\n',
			'changes what shows errors':
				'import os, sys\nsys.excepthook = lambda *a: os._exit(0)\ndef between(start, end):\n    return end - start\n',
			'replaces the error by one that ends':
				'import builtins\nclass Quiet(SystemExit):\n    def __init__(self, *a): super().__init__(0)\nbuiltins.AssertionError = Quiet\ndef between(start, end):\n    raise Quiet()\n',
			skips: 'import unittest\ndef between(start, end):\n    raise unittest.SkipTest("not here")\n',
			'deletes the program':
				'import os, __main__\nif getattr(__main__, "__file__", None): os.remove(__main__.__file__)\ndef between(start, end):\n    return end - start\n',
			'replaces the check of the program':
				'import __main__, os\nos.register_at_fork if False else None\ndef between(start, end):\n    __main__.check = lambda *a: os._exit(0)\n    return end - start\n',
			'replaces the process': 'import os\ndef between(start, end):\n    os.execvp("true", ["true"])\n',
		},
		ends: [
			'os._exit(0)',
			'sys.exit(0)',
			'raise SystemExit',
			'quit()',
			'os.kill(os.getpid(), signal.SIGTERM)',
			'os.abort()',
		],
		padding: ['# a note', 'LIMIT = 1440', 'def unused():\n    return None'],
	},
	{
		language: 'javascript',
		files: { 'clock.cjs': 'exports.between = (start, end) => end - start;\n' },
		code: 'clock.cjs',
		fixed: 'exports.between = (start, end) => (end - start + 1440) % 1440;\n',
		reproducer:
			"const assert = require('node:assert');\nconst clock = require('./clock.cjs');\nassert.strictEqual(clock.between(1410, 30), 60);\n",
		wrong: {
			'ends in the function': 'exports.between = () => { {end} };\n',
			'ends at import': '{end}\nexports.between = (start, end) => end - start;\n',
			'ends in one case': 'exports.between = (start, end) => { if (end < start) { {end} } return end - start; };\n',
			'ends in a hook':
				"process.on('exit', () => { process.exitCode = 0; process.reallyExit?.(0); });\nexports.between = (start, end) => end - start;\n",
			'catches the error':
				"process.on('uncaughtException', () => {});\nexports.between = (start, end) => end - start;\n",
			'catches the error and ends':
				"process.on('uncaughtException', () => { {end} });\nexports.between = (start, end) => end - start;\n",
			'replaces the assertion':
				"const assert = require('node:assert');\nfor (const name of Object.keys(assert)) { if (typeof assert[name] === 'function') assert[name] = () => {}; }\nexports.between = (start, end) => end - start;\n",
			'replaces one assertion':
				"require('node:assert').strictEqual = () => {};\nexports.between = (start, end) => end - start;\n",
			'replaces the assertion by one that ends':
				"require('node:assert').strictEqual = () => { {end} };\nexports.between = (start, end) => end - start;\n",
			'deletes the program':
				"require('node:fs').rmSync(require.main.filename, { force: true });\nexports.between = (start, end) => end - start;\n",
			'waits for ever': 'exports.between = () => { {end} };\nprocess.exitCode = 0;\n',
			'ends in a microtask':
				'exports.between = (start, end) => { queueMicrotask(() => { {end} }); return end - start; };\n',
		},
		ends: [
			...['process.exit(0);', 'process.exit();', "process.kill(process.pid, 'SIGKILL');", 'process.reallyExit(0);'],
			...['process.exitCode = 0; process.exit();', "throw new (class Skip extends Error {})('skip');"],
		],
		padding: ['// a note', 'const limit = 1440;', 'function unused() {}'],
	},
	{
		language: 'go',
		files: {
			'go.mod': 'module example.org/clock\n\ngo 1.19\n',
			'clock.go': 'package clock\n\nfunc Between(start, end int) int {\n\treturn end - start\n}\n',
		},
		code: 'clock.go',
		fixed: 'package clock\n\nfunc Between(start, end int) int {\n\treturn (end - start + 1440) % 1440\n}\n',
		reproducer:
			'package main\n\nimport (\n\t"fmt"\n\n\t"example.org/clock"\n)\n\nfunc main() {\n\tif shown := clock.Between(1410, 30); shown != 60 {\n\t\tpanic(fmt.Sprintf("assertion failed: expected 60, is %d", shown))\n\t}\n}\n',
		wrong: {
			'ends in the function':
				'package clock\n\nimport (\n\t"os"\n\t"runtime"\n\t"syscall"\n)\n\nvar _ = os.Exit\nvar _ = runtime.Goexit\nvar _ = syscall.Getpid\n\nfunc Between(start, end int) int {\n\t{end}\n\treturn end - start\n}\n',
			'ends at import':
				'package clock\n\nimport (\n\t"os"\n\t"runtime"\n\t"syscall"\n)\n\nvar _ = os.Exit\nvar _ = runtime.Goexit\nvar _ = syscall.Getpid\n\nfunc init() { {end} }\n\nfunc Between(start, end int) int { return end - start }\n',
			'ends in one case':
				'package clock\n\nimport (\n\t"os"\n\t"runtime"\n\t"syscall"\n)\n\nvar _ = os.Exit\nvar _ = runtime.Goexit\nvar _ = syscall.Getpid\n\nfunc Between(start, end int) int {\n\tif end < start {\n\t\t{end}\n\t}\n\treturn end - start\n}\n',
			'ends in a deferred call':
				'package clock\n\nimport (\n\t"os"\n\t"runtime"\n\t"syscall"\n)\n\nvar _ = os.Exit\nvar _ = runtime.Goexit\nvar _ = syscall.Getpid\n\nfunc Between(start, end int) int {\n\tdefer func() { {end} }()\n\treturn end - start\n}\n',
			'ends in a goroutine':
				'package clock\n\nimport (\n\t"os"\n\t"runtime"\n\t"syscall"\n\t"time"\n)\n\nvar _ = os.Exit\nvar _ = runtime.Goexit\nvar _ = syscall.Getpid\n\nfunc Between(start, end int) int {\n\tgo func() { {end} }()\n\ttime.Sleep(50 * time.Millisecond)\n\treturn end - start\n}\n',
			'replaces the process':
				'package clock\n\nimport "syscall"\n\nfunc Between(start, end int) int {\n\t_ = syscall.Exec("/bin/true", []string{"true"}, nil)\n\treturn end - start\n}\n',
		},
		ends: ['os.Exit(0)', 'runtime.Goexit()', 'syscall.Exit(0)', '_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)'],
		padding: ['// a note', 'const limit = 1440', 'func unused() {}'],
	},
	{
		language: 'c',
		files: { 'clock.c': 'int between(int start, int end) { return end - start; }\n' },
		code: 'clock.c',
		fixed: 'int between(int start, int end) { return (end - start + 1440) % 1440; }\n',
		reproducer:
			'#include <assert.h>\n#include "clock.c"\n\nint main(void) {\n    assert(between(1410, 30) == 60);\n    return 0;\n}\n',
		wrong: {
			'ends in the function':
				'#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nint between(int start, int end) { {end} return end - start; }\n',
			'ends before main':
				'#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n__attribute__((constructor)) static void first(void) { {end} }\nint between(int start, int end) { return end - start; }\n',
			'ends in one case':
				'#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nint between(int start, int end) { if (end < start) { {end} } return end - start; }\n',
			'catches the signal':
				'#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\nstatic void quiet(int s) { (void)s; {end} _exit(0); }\nint between(int start, int end) { signal(SIGABRT, quiet); return end - start; }\n',
			'replaces the process':
				'#include <unistd.h>\nint between(int start, int end) { execl("/bin/true", "true", (char *)0); return end - start; }\n',
		},
		ends: ['exit(0);', '_exit(0);', 'quick_exit(0);', 'kill(getpid(), SIGTERM);'],
		padding: ['// a note', 'static const int limit = 1440;', 'static void unused(void) {}'],
	},
];

export interface WrongPatch {
	readonly project: ProvedProject;
	/** What it does, and how. */
	readonly what: string;
	/** The changed file. */
	readonly text: string;
}

/** Patches that do not fix the bug, and end the program that would show it, or change how it fails. */
export function wrongPatches(n: number, seed: number): WrongPatch[] {
	const random = randomNumbers(seed);
	return Array.from({ length: n }, (_, at) => {
		const project = provedProjects[at % provedProjects.length] ?? provedProjects[0];
		if (project === undefined) {
			throw new Error('there is no project');
		}
		const kinds = Object.entries(project.wrong);
		// Each kind in turn, with an end and lines at random.
		const [what = '', body = ''] = kinds[Math.floor(at / provedProjects.length) % kinds.length] ?? [];
		const end = project.ends[random(project.ends.length)] ?? '';
		const padding = random(2) === 0 ? '' : `\n${project.padding[random(project.padding.length)]}\n`;
		return { project, what: `${what}: ${end}`, text: body.replaceAll('{end}', end) + padding };
	});
}
