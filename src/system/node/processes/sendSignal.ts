/** Returns false without permission to signal the process. A process that has ended needs no signal. */
export function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
	try {
		process.kill(pid, signal);
		return true;
	} catch (error) {
		return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
	}
}
