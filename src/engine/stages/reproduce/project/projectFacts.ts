import picomatch from 'picomatch';
import type { ManifestData } from '../../../../code/pure/languages/reproducerData';
import { topLevel } from '../../../../code/pure/search/files/projectOverview';
import { readIfText } from '../../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../../history/pure/workspace';
import { fillText } from '../../../../sandbox/pure/execution/placeholders';
import { exists } from '../../../../sandbox/pure/execution/programs';
import { isRecord } from '../../../../system/pure/fields';
import { fenced } from '../../../../system/pure/text/fenced';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import { usableWays } from '../usableWays';
import type { ReproducerLanguage } from '../writeReproducer';
import exampleTest from './exampleTest.md';
import programWay from './programWay.md';
import project from './project.md';
import { testUsing } from './testUsing';

/** The most of each kind that is shown, in characters unless it counts. */
const most = { languages: 6, field: 300, manifest: 1000, manifests: 2 } as const;

export interface FactsInput {
	/** Those a reproducer can be written in, the most used first. */
	readonly languages: readonly ReproducerLanguage[];
	/** Paths of files that probably contain the bug, the most suspicious first. */
	readonly suspects: readonly string[];
}

/**
 * The facts about a project that the author of a program needs to load its code, as a prompt of at most some 1000
 * tokens. The workspace is the one that the model may see.
 */
export async function projectFacts(workspace: Workspace, { languages, suspects }: FactsInput): Promise<string> {
	const paths = (await workspace.files.list()).map(({ path }) => path);
	const test = await testUsing(workspace, suspects);
	return fillTemplate(project, {
		facts: [
			`Top level: ${topLevel(paths)}`,
			`Files: ${fileCounts(workspace)}`,
			...(await manifestFacts(workspace, paths, languages)),
			...(await Promise.all(languages.slice(0, most.languages).map(language => wayFact(workspace, language)))),
		].join('\n'),
		test: test === undefined ? '' : fillTemplate(exampleTest, { ...test, code: fenced(test.code) }),
	}).trim();
}

function fileCounts({ index, parser }: Workspace): string {
	const counts = new Map<string, number>();
	for (const { language } of index.files()) {
		counts.set(language ?? '', (counts.get(language ?? '') ?? 0) + 1);
	}
	const named = parser.languages.map(({ id, name }) => ({ name, count: counts.get(id) ?? 0 }));
	const shown = named.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
	return shown
		.slice(0, most.languages)
		.map(({ name, count }) => `${count} ${name}`)
		.join(', ');
}

/** The manifests nearest to the top, each on a line of its own. */
async function manifestFacts(
	{ files, languages: table }: Workspace,
	paths: readonly string[],
	languages: readonly ReproducerLanguage[],
): Promise<string[]> {
	const known = new Map(languages.flatMap(({ data }) => (data.manifests ?? []).map(each => [each.file, each])));
	const facts: string[] = [];
	for (const manifest of known.values()) {
		const isNamed = picomatch(manifest.file);
		const found = paths.filter(path => isNamed(path.slice(path.lastIndexOf('/') + 1)) && !table.isTest(path));
		const depth = Math.min(...found.map(depthOf));
		for (const path of found.filter(each => depthOf(each) === depth).slice(0, most.manifests)) {
			const text = manifestText(await readIfText(files, path), manifest);
			facts.push(...(text === '' ? [] : [`${path}: ${cut(text, most.manifest)}`]));
		}
	}
	return facts;
}

function manifestText(text: string, { fields = [], defaults = {}, lines = [] }: ManifestData): string {
	const matches = lines.flatMap(expression => [...text.matchAll(new RegExp(expression, 'gm'))]);
	const shown = matches.sort((a, b) => a.index - b.index).map(([line]) => cut(line.trim(), most.field));
	return fields.length === 0 ? [...new Set(shown)].join('; ') : fieldsText(text, fields, defaults);
}

function fieldsText(text: string, fields: readonly string[], defaults: ManifestData['defaults']): string {
	const manifest = { ...defaults, ...parsed(text) };
	const shown = fields.filter(field => manifest[field] !== undefined);
	return shown.map(field => `${field}: ${cut(JSON.stringify(manifest[field]), most.field)}`).join(', ');
}

function parsed(text: string): Readonly<Record<string, unknown>> {
	try {
		const data: unknown = JSON.parse(text);
		return isRecord(data) ? data : {};
	} catch {
		return {};
	}
}

/** The command of the first way that works here, as far as its files tell. */
async function wayFact({ files }: Workspace, { name, data }: ReproducerLanguage): Promise<string> {
	const ways = await usableWays(files, data);
	const own = await Promise.all(
		ways.map(async ({ steps }) => {
			const program = steps[0]?.[0] ?? '';
			return !program.startsWith('./') || (await exists(files, program.slice(2)));
		}),
	);
	const way = ways.find((_, at) => own[at]) ?? ways[0];
	const file = way?.file ?? data.file;
	const values = { folder: '.', file, out: './faultline_reproducer.out', ':': ':' };
	const command = way?.steps.map(step => step.map(word => fillText(word, values)).join(' ')).join(' && ') ?? '';
	return fillTemplate(programWay, { language: name, file, command });
}

function depthOf(path: string): number {
	return path.split('/').length;
}

function cut(text: string, limit: number): string {
	return text.length <= limit ? text : `${text.slice(0, limit)}...`;
}
