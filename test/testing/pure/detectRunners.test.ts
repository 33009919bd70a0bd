import assert from 'node:assert/strict';
import { detectRunners } from '../../../src/testing/pure/detectRunners';
import { installedGrammars } from '../../support/grammars';
import { MemoryFiles } from '../../support/memoryFiles';

const { languages } = installedGrammars();

describe('the runners of a workspace', () => {
	const detected = async (files: Readonly<Record<string, string>>) => {
		const found = await detectRunners({ files: new MemoryFiles(files), parser: { languages } as never });
		return found.map(({ runner, folder }) => (folder === '' ? runner.name : `${runner.name} in ${folder}`));
	};

	const examples: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
		['nothing', { 'a.txt': '' }, []],
		['a configuration in the root', { 'pytest.ini': '', 'tests/test_a.py': 'import unittest' }, ['pytest']],
		['tests alone', { 'tests/test_a.py': 'import unittest\nclass A(unittest.TestCase): pass' }, ['unittest']],
		['functions that are tests', { 'src/test_a.py': 'def test_a():\n    pass' }, ['pytest']],
		[
			'the root before folders of it',
			{ 'pyproject.toml': '[tool.pytest.ini_options]', 'sub/pytest.ini': '', 'sub/test_a.py': '' },
			['pytest'],
		],
		[
			'the shallowest folders',
			{ 'a/pytest.ini': '', 'b/pytest.ini': '', 'c/d/pytest.ini': '' },
			['pytest in a', 'pytest in b'],
		],
		[
			'several languages',
			{ 'web/package.json': '{"scripts":{"test":"node --test"}}', 'api/setup.cfg': '[tool:pytest]' },
			['node:test in web', 'pytest in api'],
		],
		[
			'a solution with a project of tests',
			{ 'shop.sln': '', 'tests/tests.csproj': '<PackageReference Include="Microsoft.NET.Test.Sdk" />' },
			['dotnet test'],
		],
		['a text that only resembles one', { 'package.json': '{"name":"node","version":"test"}' }, []],
	];
	for (const [name, files, expected] of examples) {
		it(`are found by ${name}`, async () => assert.deepEqual(await detected(files), expected));
	}
});
