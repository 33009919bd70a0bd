/**
 * The licenses of everything that is bundled or copied into dist/, as one text: name, version, address, license file of
 * each package, read from node_modules. The build writes it to dist/, so it is never out of date.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licenses under which a package may be distributed with Faultline. Another one needs a decision first. */
const allowed = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'CC-BY-4.0'];

/**
 * The text for these files of node_modules, as paths relative to the repository. Throws for a package without a license
 * file, or with a license that is not allowed.
 */
export function thirdPartyNotices(repoRoot, files) {
	const folders = [...new Set(files.map(packageFolder).filter(folder => folder !== undefined))].sort();
	return [
		'Faultline contains the following packages, unchanged except for bundling. Each is followed by its license.',
		...folders.map(folder => notice(join(repoRoot, folder))),
	].join(`\n\n${'='.repeat(80)}\n\n`);
}

/** `node_modules/@octokit/core`, also for a package within another; undefined for Faultline's own files. */
function packageFolder(path) {
	return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.replaceAll('\\', '/'))?.[0];
}

function notice(folder) {
	const { name, version, license, homepage, repository } = JSON.parse(
		readFileSync(join(folder, 'package.json'), 'utf8'),
	);
	const files = readdirSync(folder)
		.filter(file => /^(licen[cs]e|notice|copying)\b/i.test(file))
		.sort();
	if (!allowed.includes(license) || !files.some(file => !/^notice/i.test(file))) {
		throw new Error(`${name} cannot be distributed: license ${license}, license files: ${files.join(', ') || 'none'}`);
	}
	const address = (repository?.url ?? repository ?? homepage ?? '').replace(/^git\+/, '');
	const texts = files.map(file => readFileSync(join(folder, file), 'utf8').trim());
	return [`${name} ${version} (${license})\n${address}`, ...texts].join('\n\n');
}
