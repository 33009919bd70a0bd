/**
 * The JSON Schema of run files, made of the type `RunFile`:
 *
 *     npm run schema
 *
 * A test compares the file with what the type gives.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

const repoRoot = dirname(fileURLToPath(import.meta.url));
export const schemaFile = join(repoRoot, 'src', 'sharing', 'pure', 'exports', 'runFile.schema.json');

export function makeRunFileSchema() {
	const { $ref, $schema, definitions } = createGenerator({
		path: join(repoRoot, 'src', 'sharing', 'pure', 'exports', 'runFile.ts'),
		tsconfig: join(repoRoot, 'tsconfig.json'),
		type: 'RunFile',
		skipTypeCheck: true,
	}).createSchema('RunFile');
	return {
		$schema,
		$id: 'urn:faultline:run-file:1',
		title: 'Faultline run file, version 1',
		allOf: [{ $ref }],
		definitions,
	};
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(schemaFile, JSON.stringify(makeRunFileSchema()));
	const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
	process.exitCode =
		spawnSync(process.execPath, [biome, 'format', '--write', schemaFile], { stdio: 'inherit' }).status ?? 1;
}
