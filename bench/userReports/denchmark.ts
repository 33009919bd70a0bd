import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { blobTexts, gitOutput } from '../mine/commits';
import type { LinkedReport } from './fixedReports';

const commit = '4f40b47c';
const source = 'RosePasta__Denchmark_BRs';
const folder = 'JSonSet/simplejson/';
const mostBytes = 1 << 20;
/** Projects that have another name today. */
const renamed: Readonly<Record<string, string>> = {
	'pytorchlightning/pytorch-lightning': 'Lightning-AI/pytorch-lightning',
	'apache/incubator-mxnet': 'apache/mxnet',
	'awslabs/gluon-ts': 'awslabs/gluonts',
	'intel-isl/open3d': 'isl-org/Open3D',
};

interface Report {
	readonly BR: {
		readonly BR_id: string;
		readonly BR_text: { readonly BRsummary: string; readonly BRdescription: string };
	};
	readonly commit: { readonly commit_id: string };
}

/** Issues of projects about machine learning, linked to their fixes (Denchmark, Kim, Kim and Lee 2021). */
export function denchmarkReports(sources: string, clones: string): LinkedReport[] {
	const gitDir = join(sources, source);
	if (!existsSync(gitDir)) {
		return [];
	}
	const spelled = new Map(readdirSync(clones).map(name => [name.toLowerCase(), name.replace('__', '/')]));
	const listed = gitOutput(gitDir, ['ls-tree', '-r', '-z', commit, folder]).toString().split('\0').filter(Boolean);
	const entries = listed.map(line => ({ id: line.split(/\s/)[2] ?? '', path: line.slice(line.indexOf('\t') + 1) }));
	const texts = blobTexts(
		gitDir,
		entries.map(({ id }) => id),
		mostBytes,
	);
	return entries.flatMap(({ id, path }) => {
		const text = texts.get(id);
		const listedAs = path.split('/')[2]?.replace('+', '/') ?? '';
		const named = renamed[listedAs] ?? listedAs;
		const repo = spelled.get(named.toLowerCase().replace('/', '__')) ?? named;
		const { BR, commit: fix } = JSON.parse(text ?? '{}') as Partial<Report>;
		return BR === undefined || fix === undefined
			? []
			: {
					id: `${listedAs.replace('/', '__')}-${BR.BR_id}`,
					repo,
					text: `${plainText(BR.BR_text.BRsummary)}\n${plainText(BR.BR_text.BRdescription)}`,
					fix: fix.commit_id,
				};
	});
}

/** Undoes the marks of the data set: code in tags of its own, a space before each line, entities. */
function plainText(text: string): string {
	return text
		.replace(/<denchmark-code>\n?/g, '\n```\n')
		.replace(/\n?\s*<\/denchmark-code>/g, '\n```\n')
		.replace(/<denchmark-link:[^>]*>([\s\S]*?)<\/denchmark-link>/g, '$1')
		.replace(/<denchmark-h:h(\d)>/g, (_, level: string) => `${'#'.repeat(Number(level))} `)
		.replace(/<\/?denchmark-h[^>]*>/g, '')
		.replace(/^ /gm, '')
		.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
		.trim();
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
