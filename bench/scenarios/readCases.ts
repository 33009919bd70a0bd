import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../src/system/pure/text/compareText';
import type { ScenarioCase } from './case';

/** A case, and whether the writer of the drivers was kept from seeing it. */
export interface ReadCase extends ScenarioCase {
	readonly isKept: boolean;
}

interface Choice {
	readonly kind?: string | undefined;
	readonly only?: readonly string[] | undefined;
	/** Those of `DIR/kept` as well. */
	readonly kept?: boolean | undefined;
}

/** The cases in `DIR/cases/KIND.json`, by repository and commit, so that one tree serves them in turn. */
export function readCases(folder: string, { kind, only, kept = false }: Choice): ReadCase[] {
	const parts = [{ part: 'cases', isKept: false }, ...(kept ? [{ part: 'kept', isKept: true }] : [])];
	return parts
		.flatMap(({ part, isKept }) => casesIn(join(folder, part)).map(each => ({ ...each, isKept })))
		.filter(each => (kind === undefined || each.kind === kind) && (only === undefined || only.includes(each.id)))
		.sort((a, b) => compareText(a.repo, b.repo) || compareText(a.commit, b.commit) || compareText(a.id, b.id));
}

function casesIn(folder: string): ScenarioCase[] {
	const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : [];
	return files.flatMap(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ScenarioCase[]);
}
