import { existsSync } from 'node:fs';
import { release } from 'node:os';
import environment from '../../../system/node/processes/environment.json';
import type { ControlGroup } from './controlGroup';

/**
 * A command that takes limits upon itself before it becomes the given one (Linux): it enters its group, writes no dump
 * of its memory, keeps no file open but its first four, and if memory runs out, the system ends it before others.
 */
export function limitedAtStart(words: readonly string[], group: ControlGroup | undefined): string[] {
	const entered = (group?.entrances ?? []).map(file => `echo $$ > '${file.replaceAll("'", "'\\''")}'; `).join('');
	const limits = `{ ${entered}echo 1000 > /proc/self/oom_score_adj; ulimit -c 0; } 2>/dev/null`;
	const limited = ['/bin/sh', '-c', `${limits}; ${closeFew}; unset PWD; ${becomeGiven}`, 'sh'];
	const shell = environment.closingShells.find(path => existsSync(path));
	const closing = shell === undefined ? [] : [shell, '-c', `${closeAll}; exec "$@"`, shell];
	return [...closing, ...limited, ...words];
}

/**
 * Returns a command limited to so many threads, all its processes together, in a user namespace of its own (Linux):
 * since 5.14, the kernel counts the threads of each namespace separately. It does not limit root; only a control group
 * does.
 */
export function limitedInNamespace(words: readonly string[], nThreads: number): readonly string[] {
	const [major = 0, minor = 0] = release().split('.').map(Number);
	const countsApart = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 14));
	// Shells name this limit by one letter or the other.
	const limit = `{ ulimit -u ${nThreads} || ulimit -p ${nThreads}; } 2>/dev/null`;
	return countsApart && process.getuid?.() !== 0
		? ['/bin/sh', '-c', `${limit}; ${becomeGiven}`, 'sh', ...words]
		: words;
}

/** Shells add variables. */
const becomeGiven = 'unset OLDPWD SHLVL _; exec "$@"';

/**
 * Node passes on descriptors it inherited from the program that started it. Few shells close descriptors of two digits.
 */
const closeAll = `for fd in /proc/self/fd/*; do fd=\${fd##*/}; if [ "$fd" -gt 3 ]; then eval "exec $fd>&-"; fi; done`;
const closeFew = 'exec 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-';
