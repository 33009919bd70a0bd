import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { CallRecorderData } from '../../src/code/pure/languages/coverageData';
import { installedGrammars } from '../support/grammars';
import { missingTool } from '../support/installedTools';
import { TestFolder } from '../support/testFolder';

const needed = { programs: ['gdb', 'gcc', 'sh'], debian: ['gdb', 'gcc'] };

/** A program that has a script for gdb in itself: the form of `.debug_gdb_scripts` for a text of Python. */
const program = `
#define TEXT(words) #words
asm(".pushsection .debug_gdb_scripts, \\"MS\\",@progbits,1\\n"
    ".byte 4\\n"
    ".ascii \\"own-script\\\\n\\"\\n"
    ".ascii \\"import os\\\\n\\"\\n"
    ".ascii \\"open(os.path.join(os.getcwd(), 'ran-embedded'), 'w').close()\\\\n\\"\\n"
    ".byte 0\\n"
    ".popsection\\n");

int half(int number) {
	return number / 2;
}

int main(void) {
	return half(3) == 1 ? 3 : 0;
}
`;

/** Each leaves a file in the folder where it runs. */
const scripts = {
	'.gdbinit': 'shell touch ran-gdbinit\n',
	'.gdbearlyinit': 'shell touch ran-gdbearlyinit\n',
	'program-gdb.gdb': 'shell touch ran-program-gdb\n',
	'program-gdb.py': "open('ran-program-py', 'w').close()\n",
	'home/.gdbinit': 'shell touch ran-home\n',
	'home/.config/gdb/gdbinit': 'shell touch ran-config\n',
};
const allRan = ['ran-config', 'ran-embedded', 'ran-gdbinit', 'ran-program-gdb', 'ran-program-py'];

describe('Scripts for gdb in a project', () => {
	const folder = new TestFolder();
	const ran = () =>
		readdirSync(folder.path('project'))
			.filter(name => name.startsWith('ran-'))
			.sort();
	const run = (command: readonly string[]): number => {
		const [first = '', ...rest] = command;
		const env = { ...process.env, HOME: folder.path('project/home'), XDG_CONFIG_HOME: '', FAULTLINE_TRACED: '1' };
		try {
			execFileSync(first, rest, { cwd: folder.path('project'), env, stdio: 'pipe' });
			return 0;
		} catch (error) {
			return (error as { readonly status: number }).status;
		}
	};

	before(function () {
		const missing = missingTool(needed);
		if (missing !== undefined) {
			console.log(`      left out: ${missing} is not installed`);
			this.skip();
		}
	});

	beforeEach(() => {
		const named = Object.entries({ ...scripts, 'program.c': program });
		folder.write(Object.fromEntries(named.map(([name, text]) => [`project/${name}`, text])));
		assert.equal(run(['gcc', '-g', '-O0', 'program.c', '-o', 'program']), 0);
	});

	it('run where gdb is started by hand and trusts the folder', () => {
		run(['gdb', '-q', '-batch', '-iex', 'set auto-load safe-path /', 'program']);
		assert.deepEqual(ran(), allRan);
	});

	for (const { id, tests } of installedGrammars().languages) {
		const recorder = tests?.callRecorder;
		if (recorder?.recorder?.program !== 'startTracer.sh') {
			continue;
		}
		it(`do not run under the recorder of ${id}`, () => {
			const own = put(recorder);
			assert.equal(run(['sh', `${own}/startTracer.sh`, './program']), 3);
			assert.deepEqual(ran(), []);
			const records = readFileSync(folder.path('project', own, 'records', 'trace-0.jsonl'), 'utf8');
			assert.match(records, /"half"/);
		});
	}

	/** As `Recorder` does. Returns the path in the project. */
	function put({ recorder, beside = [] }: CallRecorderData): string {
		const own = '.faultline/coverage';
		mkdirSync(folder.path('project', own, 'records'), { recursive: true });
		const files = [recorder, ...beside].flatMap(each => each ?? []);
		folder.write(Object.fromEntries(files.map(({ program: name, text }) => [`project/${own}/${name}`, text])));
		return own;
	}
});
