/**
 * Calls `action` when this process ends in whatever way can be noticed: by itself or by a signal. Returns what takes the
 * promise back.
 */
export function onExit(action: () => void): () => void {
	const bySignal = (signal: NodeJS.Signals) => {
		action();
		process.exit(signal === 'SIGINT' ? 130 : 143);
	};
	process.once('exit', action);
	process.once('SIGINT', bySignal);
	process.once('SIGTERM', bySignal);
	process.once('SIGHUP', bySignal);
	return () => {
		process.off('exit', action);
		process.off('SIGINT', bySignal);
		process.off('SIGTERM', bySignal);
		process.off('SIGHUP', bySignal);
	};
}
