import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { blobTexts, gitOutput } from '../mine/commits';
import type { LinkedReport } from './fixedReports';

const commit = 'HEAD';
const source = 'masud-technope__BLIZZARD-Replication-Package-ESEC-FSE2018';
const mostBytes = 1 << 20;
const systems = [
	{ folder: 'tomcat70', repo: 'apache/tomcat', isFix: /bug|bz|fix|id=/i },
	{ folder: 'eclipse.jdt.debug', repo: 'eclipse-jdt/eclipse.jdt.debug', isFix: /^/ },
	{ folder: 'eclipse.jdt.ui', repo: 'eclipse-jdt/eclipse.jdt.ui', isFix: /^/ },
];
const noFix = /partial|revert|copyright/i;

/** Reports of Java projects in Bugzilla (BLIZZARD, Rahman and Roy 2018), linked to the first commit that names them. */
export function blizzardReports(sources: string, clones: string): LinkedReport[] {
	const gitDir = join(sources, source);
	return systems.flatMap(({ folder, repo, isFix }) => {
		const clone = join(clones, repo.replace('/', '__'));
		if (!existsSync(gitDir) || !existsSync(clone)) {
			return [];
		}
		const listed = gitOutput(gitDir, ['ls-tree', '-z', `${commit}:BR-Raw/${folder}`])
			.toString()
			.split('\0')
			.filter(Boolean);
		const ids = new Map(
			listed.map(line => [line.slice(line.indexOf('\t') + 1, -'.txt'.length), line.split(/\s/)[2] ?? '']),
		);
		const texts = blobTexts(gitDir, [...ids.values()], mostBytes);
		const fixes = firstCommits(clone, new Set(ids.keys()), isFix);
		return [...ids].flatMap(([id, blob]) => {
			const [text, fix] = [texts.get(blob), fixes.get(id)];
			return text === undefined || fix === undefined
				? []
				: { id: `${repo.replace('/', '__')}-${id}`, repo, text: withoutNumber(text), fix };
		});
	});
}

/** The first commit with one parent whose title names each report. */
function firstCommits(gitDir: string, ids: ReadonlySet<string>, isFix: RegExp): ReadonlyMap<string, string> {
	const log = gitOutput(gitDir, ['log', '--all', '--no-merges', '--reverse', '--format=%H%x00%P%x00%s']).toString();
	const found = new Map<string, string>();
	for (const line of log.split('\n')) {
		const [id = '', parents = '', title = ''] = line.split('\0');
		if (parents === '' || noFix.test(title) || !isFix.test(title)) {
			continue;
		}
		for (const [number] of title.matchAll(/(?<![\d.])\d{4,6}(?!\d)/g)) {
			if (ids.has(number) && !found.has(number)) {
				found.set(number, id);
			}
		}
	}
	return found;
}

/** The title begins with the number of the report and a dash that lost its encoding. */
function withoutNumber(text: string): string {
	return text.replaceAll('\r', '').replace(/^(?:Bug )?\d+\s*[^\w\s[("'<]{1,4}\s*/, '');
}
