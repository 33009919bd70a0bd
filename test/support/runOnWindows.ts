/**
 * Runs a command with the parts of Node and of packages that are for Windows, as far as they work elsewhere, and prints
 * what came of it. The variable `comspec` names what stands in for Windows' shell.
 */
async function runOnWindows(command: readonly string[], cwd: string): Promise<void> {
	Object.defineProperty(process, 'platform', { value: 'win32' });
	// What is loaded earlier would take this for the system it is.
	const { ProcessRunner } = await import('../../src/node/processRunner');
	const ended = await new ProcessRunner().run({ command, cwd, timeoutMs: 60_000 }).then(
		({ exitCode, stdout }) => ({ exitCode, stdout }),
		(error: Error) => ({ error: error.message }),
	);
	process.stdout.write(JSON.stringify(ended));
}

const [cwd = '', ...command] = process.argv.slice(2);
void runOnWindows(command, cwd);
