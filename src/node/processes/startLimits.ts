import { existsSync } from 'node:fs';
import type { ControlGroup } from './controlGroup';
import environment from './environment.json';

/**
 * A command that takes limits upon itself before it becomes the given one (Linux): it enters its group, writes no dump of
 * its memory, keeps no file open but its first four, and where memory runs out, the system ends it before others.
 */
export function limitedAtStart(words: readonly string[], group: ControlGroup | undefined): string[] {
	const limits = '{ echo $$ > "$0"; echo 1000 > /proc/self/oom_score_adj; ulimit -c 0; } 2>/dev/null';
	const limited = ['/bin/sh', '-c', `${limits}; ${closeFew}; unset PWD OLDPWD SHLVL _; exec "$@"`];
	const shell = environment.closingShells.find(path => existsSync(path));
	const closing = shell === undefined ? [] : [shell, '-c', `${closeAll}; exec "$@"`, shell];
	return [...closing, ...limited, group?.entrance ?? '/dev/null', ...words];
}

/** Node passes on what it inherited from the program that started it. Few shells close descriptors of two digits. */
const closeAll = `for fd in /proc/self/fd/*; do fd=\${fd##*/}; if [ "$fd" -gt 3 ]; then eval "exec $fd>&-"; fi; done`;
const closeFew = 'exec 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';
