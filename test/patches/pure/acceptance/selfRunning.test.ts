import assert from 'node:assert/strict';
import { fileWarnings, selfRunning, warningText } from '../../../../src/patches/pure/acceptance/selfRunning';

describe('a file that runs by itself', () => {
	const paths = [
		...[
			'.vscode/tasks.json',
			'.vscode/settings.json',
			'app/.vscode/launch.json',
			'shop.code-workspace',
			'.idea/workspace.xml',
		],
		...['.envrc', 'backend/.envrc', 'conftest.py', 'tests/unit/conftest.py', 'sitecustomize.py', 'usercustomize.py'],
		...['lib/evil.pth', 'package.json', 'packages/a/package.json', '.npmrc', '.yarnrc.yml', '.husky/pre-commit'],
		...[
			'.githooks/post-merge',
			'.pre-commit-config.yaml',
			'.gitattributes',
			'.github/workflows/ci.yml',
			'.gitlab-ci.yml',
		],
		...['Jenkinsfile', 'ci/Jenkinsfile.release', '.circleci/config.yml', 'azure-pipelines.yml', '.travis.yml'],
		...['Makefile', 'src/makefile', 'MAKEFILE', 'rules.mk', 'CMakeLists.txt', 'cmake/find.cmake', 'meson.build'],
		...['setup.py', 'setup.cfg', 'pyproject.toml', 'build.rs', 'crates/a/build.rs', '.cargo/config.toml'],
		...[
			'build.gradle',
			'app/build.gradle.kts',
			'gradle/wrapper/gradle-wrapper.properties',
			'pom.xml',
			'.mvn/jvm.config',
		],
		...['Dockerfile', 'docker/Dockerfile.dev', 'docker-compose.yml', '.devcontainer/devcontainer.json', 'Rakefile'],
		...['.mocharc.json', '.mocharc.yml', '.babelrc', '.eslintrc.json', '.prettierrc', '.swcrc', 'nodemon.json'],
		...['vite.config.ts', '.eslintrc.cjs', '.mcp.json', 'AGENTS.md', 'Directory.Build.props', 'Gemfile', '.gdbinit'],
		...['./conftest.py', 'a\\conftest.py', 'conftest.py ', 'conftest.py.', '.vscode./tasks.json'],
	];

	for (const path of paths) {
		it(`is recognized: ${path}`, () => {
			assert.ok(selfRunning(path));
		});
	}

	it('is not any other file', () => {
		const others = ['src/setup.ts', 'lib/makefile_parser.py', 'docs/package.json.md', 'conftest.pyi', 'src/config.ts'];
		const more = [
			'tests/test_conftest.py',
			'src/hooks.ts',
			'build/main.rs',
			'vscode/tasks.json',
			'README.md',
			'a/b.py',
		];
		assert.deepEqual(
			[...others, ...more].filter(path => selfRunning(path) !== undefined),
			[],
		);
	});

	it('is named with its reason', () => {
		const [warning, ...others] = fileWarnings([{ path: 'a.py' }, { path: '.envrc' }]);
		assert.deepEqual(others, []);
		assert.equal(
			warningText(warning ?? assert.fail()),
			'.envrc runs by itself: the shell runs it when the folder is entered.',
		);
	});
});
