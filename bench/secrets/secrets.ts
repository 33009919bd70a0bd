import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import RandExp from 'randexp';
import { secretSpans } from '../../src/outgoing/pure/secrets/secretSpans';
import { withoutSecrets } from '../../src/outgoing/pure/secrets/withoutSecrets';
import { repoRoot } from '../../test/support/repoRoot';
import { type Half, labelledTexts } from './labelledLines';

/**
 * What the gate finds: in lines with and without secrets (`--lines tuned|heldOut`), examples of secrets made from the
 * rules of gitleaks (`--rules`, its config/gitleaks.toml), and what it reports in the tracked files of projects, to be
 * read: `npm run bench -- secrets [--lines HALF] [--rules FILE] [--list] [GIT...]`.
 */
function main(): void {
	const { values, positionals } = parseArgs({
		options: { lines: { type: 'string' }, rules: { type: 'string' }, list: { type: 'boolean', default: false } },
		allowPositionals: true,
	});
	if (values.lines !== undefined) {
		labelledLines(values.lines === 'heldOut' ? 'heldOut' : 'tuned', values.list);
	}
	if (values.rules !== undefined) {
		examples(values.rules, values.list);
	}
	for (const repository of positionals) {
		project(repository, values.list);
	}
}

function labelledLines(half: Half, isListed: boolean): void {
	const folder = join(repoRoot, 'bench', 'secrets');
	const secret = labelledTexts(folder, 'withSecret', half);
	const passed = secret.filter(each => withoutSecrets(each.text).text.includes(each.secret ?? ''));
	const harmless = labelledTexts(folder, 'withoutSecret', half);
	const hit = harmless.filter(each => withoutSecrets(each.text).found.length > 0);
	for (const [what, texts] of isListed
		? ([
				['passed', passed],
				['hit', hit],
			] as const)
		: []) {
		for (const line of new Set(texts.map(each => each.line))) {
			console.log(`${what}: ${texts.filter(each => each.line === line).length} x ${line}`);
		}
	}
	console.log(`${half}: ${share(secret.length - passed.length, secret.length)} texts with a secret found`);
	console.log(`${half}: ${share(hit.length, harmless.length)} texts without a secret changed`);
}

function share(part: number, all: number): string {
	return `${part} of ${all} (${((part / all) * 100).toFixed(1)} %)`;
}

const nExamples = 20;

/** Rules for identifiers, which are no secrets, and rules for whole files, of which random text is no example. */
const leftOut =
	/-client-id$|-access-id$|^(?:curl-auth|freemius|hashicorp-tf-password|jwt|kubernetes|nuget-config|private-key|sidekiq|slack-webhook|telegram)/;

/** Where gitleaks puts the secret of a rule, as its own positive examples do. */
const templates = [
	...['{i}Token="{s}"', '{i}Token = "{s}"', '{i}Token={s}', '{i}Token = {s}', '{\n    "{i}_token": "{s}"\n}'],
	...['{"config.ini": "{I}_TOKEN={s}\\nBACKUP_ENABLED=true"}', '<{i}Token>\n    {s}\n</{i}Token>', '{i}_token: {s}'],
	...["{i}_token: '{s}'", '{i}_token: "{s}"', 'var {i}Token string = "{s}"', '{i}Token := `{s}`'],
	...['String {i}Token = "{s}";', '\u0024{i}Token .= "{s}"', 'System.setProperty("{I}_TOKEN", "{s}")'],
	...['  "{i}Token" => "{s}"', '{i}_TOKEN ::= "{s}"', '{i}_TOKEN :::= "{s}"', '{i}_TOKEN ?= "{s}"', "{i}Token = '{s}'"],
];

function examples(file: string, isListed: boolean): void {
	const rules = [...readFileSync(file, 'utf8').matchAll(/^id = "([^"]+)"[\s\S]*?^regex = '''(.*?)'''$/gm)];
	const random = randomOf(42);
	let [nFound, nMade, nRules] = [0, 0, 0];
	for (const [, id = '', regex = ''] of rules.filter(([, id = '']) => !leftOut.test(id))) {
		const make = exampleMaker(regex, random);
		const missed = templates.slice(0, nExamples).flatMap(template => {
			const { secret, name } = make();
			const text = template.replaceAll('{i}', name).replaceAll('{I}', name.toUpperCase()).replaceAll('{s}', secret);
			return withoutSecrets(text).text.includes(secret) ? [text] : [];
		});
		nRules++;
		nMade += nExamples;
		nFound += nExamples - missed.length;
		if (isListed && missed.length > 0) {
			console.log(`${id}: ${missed.length} missed, such as ${JSON.stringify(missed[0])}`);
		}
	}
	console.log(`${nFound} of ${nMade} examples of ${nRules} rules found (${((nFound / nMade) * 100).toFixed(1)} %)`);
}

/** The secret is the last group of a rule with a name in front of it, else all of it. */
function exampleMaker(regex: string, random: () => number): () => { readonly secret: string; readonly name: string } {
	const isNamed = regex.includes('[\\w.-]{0,50}?');
	const name = isNamed ? (/\(\?:([a-z]{3,})/i.exec(regex.replaceAll('(?i:', '(?:'))?.[1] ?? 'acme') : 'acme';
	const secret = isNamed ? regex.slice(regex.lastIndexOf('{0,5}(') + 5, regex.lastIndexOf(')(?:[\\x60') + 1) : regex;
	const pattern = new RandExp(new RegExp(inJavaScript(secret)));
	pattern.max = 20;
	pattern.randInt = (from, to) => from + Math.floor(random() * (to - from + 1));
	return () => ({ secret: pattern.gen().trim(), name });
}

/** A pattern of Go without what JavaScript does not have, and without the text that must follow the secret. */
function inJavaScript(pattern: string): string {
	return pattern
		.replaceAll('[[:alnum:]]', '[A-Za-z0-9]')
		.replaceAll('\\x60', '`')
		.replaceAll('(?P<', '(?<')
		.replaceAll(/\(\?[a-z]*-?[a-z]*\)/g, '')
		.replaceAll(/\(\?-?[a-z]+:/g, '(?:')
		.replace(/\(\?:\[`'"\\s;\]\|\\\\\[nr\]\|\$(?:\|\\b)?\)$/, '')
		.replace(/\(\?:\[\^[^\]]*\]\|\\z\)$/, '');
}

function randomOf(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1103515245 + 12345) % 2147483648;
		return state / 2147483648;
	};
}

const notText =
	/\.(?:png|jpe?g|gif|ico|svg|woff2?|gz|zip|jar|pdf|lock)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;

function project(repository: string, isListed: boolean): void {
	const git = (...args: readonly string[]) =>
		execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1e9, stdio: 'pipe' });
	/** Undefined for another repository, and for a file that is not in the copy. */
	const textOf = (path: string) => {
		try {
			return git('show', `HEAD:${path}`);
		} catch (error) {
			if (String(error).includes('bad object')) {
				return undefined;
			}
			throw error;
		}
	};
	const paths = git('ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0');
	let [nLines, nHits] = [0, 0];
	for (const path of paths.filter(each => each !== '' && !notText.test(each))) {
		const text = textOf(path);
		if (text !== undefined && !text.includes('\0')) {
			nLines += text.split('\n').length;
			const spans = secretSpans(text);
			nHits += withoutSecrets(text).found.length;
			for (const { kind, start, end } of isListed ? spans : []) {
				console.log(`${join(repository, path)}: ${kind}: ${JSON.stringify(text.slice(start, end).slice(0, 80))}`);
			}
		}
	}
	console.log(`${repository}: ${nHits} in ${nLines} lines (${((nHits / nLines) * 1e4).toFixed(2)} per 10,000)`);
}

main();
