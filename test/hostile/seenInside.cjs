/**
 * Run in a sandbox: returns everything that a program there can see or write, in lines that begin with what it is.
 * Only what the kernel shows is used, and none of what Faultline knows.
 */
const { spawnSync } = require('node:child_process');
const { closeSync, constants, openSync, readdirSync, readFileSync, readlinkSync } = require('node:fs');
const { join } = require('node:path');

exports.seenInside = () => {
	const mounts = mountPoints();
	return [
		...[...mounts].map(([path, { isReadOnly, type }]) => `mount ${path} ${isReadOnly ? 'ro' : 'rw'} ${type}`),
		...besideMounts('/', mounts),
		...kernelFiles('/proc'),
		...kernelFiles('/sys'),
		...kernelFiles('/dev'),
		...descriptors(),
		...abstractSockets(),
		...readdirSync('/proc/self/ns').map(name => `namespace ${name} ${readlinkSync(`/proc/self/ns/${name}`)}`),
		...rights(),
		...readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? [`process ${commandOf(name)}`] : [])),
		...Object.keys(process.env).map(name => `variable ${name}`),
	];
};

/** By path; a later one covers an earlier one. */
function mountPoints() {
	const found = new Map();
	for (const line of readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n')) {
		const [own, rest] = line.split(' - ');
		const [, , , , path, options] = own.split(' ');
		const plain = path.replaceAll(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
		found.set(plain, { isReadOnly: options.split(',').includes('ro'), type: rest.split(' ')[0] });
	}
	return found;
}

/** What is in the folders that lead to the mounts, and in none of them. */
function besideMounts(folder, mounts) {
	const leads = [...mounts.keys()];
	return namesIn(folder).flatMap(({ name, isFolder }) => {
		const path = join(folder, name);
		if (mounts.has(path)) {
			return [];
		}
		const isOnWay = isFolder && leads.some(each => each.startsWith(`${path}/`));
		return isOnWay ? besideMounts(path, mounts) : [`beside ${path}`];
	});
}

/** Of the kernel's own files, those of processes left out: what can be opened, and how. */
function kernelFiles(top) {
	const isOfProcess = top === '/proc' ? /^(?:\d+|self|thread-self|net|mounts)$/ : /^fd$|^std|^shm$|^pts$/;
	const found = [];
	const look = (folder, depth) => {
		for (const { name, isFolder } of namesIn(folder)) {
			const path = join(folder, name);
			if (depth === 0 && isOfProcess.test(name)) {
				continue;
			}
			if (isFolder) {
				look(path, depth + 1);
			} else {
				const modes = [canOpen(path, constants.O_RDONLY) ? 'r' : '', canOpen(path, constants.O_WRONLY) ? 'w' : ''].join(
					'',
				);
				if (modes !== '') {
					found.push(`file ${path} ${modes}`);
				}
			}
		}
	};
	look(top, 0);
	return found;
}

function canOpen(path, flag) {
	try {
		closeSync(openSync(path, flag | constants.O_NONBLOCK | constants.O_NOCTTY));
		return true;
	} catch {
		return false;
	}
}

function namesIn(folder) {
	try {
		return readdirSync(folder, { withFileTypes: true }).map(entry => ({
			name: entry.name,
			isFolder: entry.isDirectory(),
		}));
	} catch {
		return [];
	}
}

/** Those of a program that this one starts; one is the folder that `ls` reads. */
function descriptors() {
	const { stdout } = spawnSync('/bin/ls', ['/proc/self/fd'], {
		encoding: 'utf8',
		stdio: ['inherit', 'pipe', 'inherit'],
	});
	return stdout
		.trim()
		.split('\n')
		.map(number => `descriptor ${number}`);
}

function abstractSockets() {
	const lines = readFileSync('/proc/net/unix', 'utf8').trim().split('\n').slice(1);
	return lines.flatMap(line => (/ (@.*)$/.exec(line) ? [`socket ${/ (@.*)$/.exec(line)[1]}`] : []));
}

function rights() {
	const status = readFileSync('/proc/self/status', 'utf8');
	return ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb', 'NoNewPrivs', 'Seccomp'].map(
		name => `right ${name} ${new RegExp(`^${name}:\\s+(\\w+)`, 'm').exec(status)?.[1]}`,
	);
}

function commandOf(pid) {
	try {
		return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
	} catch {
		return 'gone';
	}
}
