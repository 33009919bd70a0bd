import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../../system/node/files/storageFolder';
import { type Fields, fieldsOf } from '../../../system/pure/fields';
import { contentHash } from '../../../system/pure/text/contentHash';
import type { KeptOutcome, KeptOutcomes } from '../../pure/culprit/keptOutcomes';

/** Keeps outcomes in a file for each key, a line of JSON for each. */
export class CulpritOutcomes implements KeptOutcomes {
	/** `folder`: absolute; it need not exist. */
	constructor(private readonly folder: string) {}

	async read(key: string): Promise<readonly KeptOutcome[]> {
		const file = await this.fileOf(key);
		const text = existsSync(file) ? await readFile(file, 'utf8') : '';
		return text.split('\n').flatMap(line => outcomeOf(line) ?? []);
	}

	async keep(key: string, outcome: KeptOutcome): Promise<void> {
		await makePrivateFolder(this.folder);
		await appendFile(await this.fileOf(key), `${JSON.stringify(outcome)}\n`, { mode: 0o600 });
	}

	private async fileOf(key: string): Promise<string> {
		return join(this.folder, `${(await contentHash(key)).slice(0, 32)}.jsonl`);
	}
}

/** Undefined for a line in another form: the last one may be cut. */
function outcomeOf(line: string): KeptOutcome | undefined {
	try {
		const { commit, outcome, why }: Fields = fieldsOf(JSON.parse(line)) ?? {};
		const isOutcome = outcome === 'passed' || outcome === 'failed' || outcome === 'skipped';
		return typeof commit === 'string' && typeof why === 'string' && isOutcome ? { commit, outcome, why } : undefined;
	} catch {
		return undefined;
	}
}
