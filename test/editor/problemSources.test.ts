import assert from 'node:assert/strict';
import { hasCauseElsewhere } from '../../src/editor/locate/problems';

describe('the cause of a message may be elsewhere', () => {
	for (const [source, code] of [
		['ts', '2345'],
		['Pylance', 'reportOptionalMemberAccess'],
		['mypy', 'arg-type'],
		['rustc', 'E0382'],
		['compiler', 'WrongArgCount'],
		['clang', 'typecheck_convert_incompatible'],
		['C#', 'CS1061'],
		['phpstan', 'argument.type'],
		['Jest', ''],
		['pytest', ''],
	] as const) {
		it(`for ${source} ${code}`, () => assert.equal(hasCauseElsewhere(source, code), true));
	}

	for (const [what, source, code] of [
		['"\')\' expected"', 'ts', '1005'],
		['an unused name', 'ts', '6133'],
		['a name that is not defined', 'ts', '2304'],
		['a style rule', 'eslint', 'no-unused-vars'],
		['a style rule', 'biome', 'lint/style/useConst'],
		['a style rule', 'stylelint', 'block-no-empty'],
		['a style rule', 'Ruff', 'E501'],
		['formatting', 'prettier', 'prettier/prettier'],
		['a syntax error', 'Pylance', ''],
		['a syntax error', 'compiler', 'syntax'],
		['a missing semicolon', 'csharp', 'CS1002'],
		['a tool that is not known', 'invented', '1'],
		['a message without a tool', undefined, ''],
	] as const) {
		it(`not for ${what} (${source ?? 'none'} ${code})`, () => assert.equal(hasCauseElsewhere(source, code), false));
	}
});
