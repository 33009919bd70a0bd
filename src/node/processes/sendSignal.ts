export function sendSignal(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It has ended, or we lack permission to signal it.
	}
}
