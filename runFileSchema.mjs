/**
 * The JSON Schemas of files that Faultline writes and reads, made of their types:
 *
 *     npm run schema
 *
 * A test compares the files with what the types give.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const repoRoot = dirname(fileURLToPath(import.meta.url));
const sharing = join(repoRoot, 'src', 'sharing', 'pure');
export const schemaFile = join(sharing, 'exports', 'runFile.schema.json');
export const proofSchemaFile = join(sharing, 'proof', 'proof.schema.json');

export function makeRunFileSchema() {
	return makeSchema(join(sharing, 'exports', 'runFile.ts'), 'RunFile', {
		$id: 'urn:faultline:run-file:1',
		title: 'Faultline run file, version 1',
	});
}

export function makeProofSchema() {
	return makeSchema(join(sharing, 'proof', 'statements.ts'), 'ProofRecord', {
		$id: 'urn:faultline:proof-record:0.1',
		title: 'Faultline proof record, version 0.1',
	});
}

function makeSchema(path, type, head) {
	const tsconfig = join(repoRoot, 'tsconfig.json');
	const { $ref, $schema, definitions } = createGenerator({ path, tsconfig, type, skipTypeCheck: true }).createSchema(
		type,
	);
	return { $schema, ...head, allOf: [{ $ref }], definitions };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(schemaFile, JSON.stringify(makeRunFileSchema()));
	writeFileSync(proofSchemaFile, JSON.stringify(makeProofSchema()));
	const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
	process.exitCode =
		spawnSync(process.execPath, [biome, 'format', '--write', schemaFile, proofSchemaFile], { stdio: 'inherit' })
			.status ?? 1;
}
