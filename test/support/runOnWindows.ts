/**
 * Runs a command with the Windows code of Node and of packages, as far as it works elsewhere, and prints the result. The
 * variable `comspec` names the replacement for Windows' shell.
 */
async function runOnWindows(command: readonly string[], cwd: string): Promise<void> {
	Object.defineProperty(process, 'platform', { value: 'win32' });
	// Modules loaded before this point would see the real platform.
	const { ProcessRunner } = await import('../../src/sandbox/node/confinement/processRunner');
	const ended = await new ProcessRunner().run({ command, cwd, timeoutMs: 60_000 }).then(
		({ exitCode, stdout }) => ({ exitCode, stdout }),
		(error: Error) => ({ error: error.message }),
	);
	process.stdout.write(JSON.stringify(ended));
}

const [cwd = '', ...command] = process.argv.slice(2);
void runOnWindows(command, cwd);
