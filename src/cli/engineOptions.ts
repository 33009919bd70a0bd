import { codeSearchOptions } from './codeSearchOption';
import type { Command } from './command';

/** Options of every command that runs programs of the workspace. */
export const executionOptions = {
	'test-command': { type: 'string' },
	'no-sandbox': { type: 'boolean' },
	'allow-network': { type: 'boolean' },
	'pass-env': { type: 'string' },
	interpreter: { type: 'string' },
	'test-seconds': { type: 'string' },
	'coverage-seconds': { type: 'string' },
} as const satisfies Command['options'];

/** Options of the project's own commands that judge patches. */
export const commandOptions = {
	'build-command': { type: 'string' },
	'reproduce-command': { type: 'string' },
	'reproduce-runs': { type: 'string' },
	'build-seconds': { type: 'string' },
	'reproduce-seconds': { type: 'string' },
} as const satisfies Command['options'];

/** Options of every command that fixes. */
export const fixOptions = {
	execute: { type: 'boolean' },
	candidates: { type: 'string' },
	'no-tests': { type: 'boolean' },
	...commandOptions,
	...executionOptions,
} as const satisfies Command['options'];

/** Options of every command that locates. */
export const engineOptions = {
	model: { type: 'string' },
	'judge-model': { type: 'string' },
	'base-url': { type: 'string' },
	form: { type: 'string' },
	'context-tokens': { type: 'string' },
	'first-byte-seconds': { type: 'string' },
	'silence-seconds': { type: 'string' },
	rounds: { type: 'string' },
	'max-requests': { type: 'string' },
	'max-tokens': { type: 'string' },
	'max-minutes': { type: 'string' },
	'no-seed': { type: 'boolean' },
	effort: { type: 'string' },
	'memory-tokens': { type: 'string' },
	'no-filter': { type: 'boolean' },
	turns: { type: 'string' },
	depth: { type: 'string' },
	samples: { type: 'string' },
	'whole-tree': { type: 'boolean' },
	summaries: { type: 'boolean' },
	strategy: { type: 'string' },
	...codeSearchOptions,
} as const satisfies Command['options'];
