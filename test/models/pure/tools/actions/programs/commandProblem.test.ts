import assert from 'node:assert/strict';
import { commandProblem } from '../../../../../../src/models/pure/tools/actions/programs/commandProblem';
import { installedGrammars } from '../../../../../support/grammars';

describe('commands of an agent', () => {
	const { languages } = installedGrammars();

	for (const [line, refused] of [
		['vim a.txt', 'vim'],
		['/usr/bin/nano a.txt', 'nano'],
		['EDITOR=x emacs -nw a', 'emacs'],
		['git status', 'git'],
		['cd src && git log | head', 'git'],
		['make; git commit -am x', 'git'],
		['echo $(git rev-parse HEAD)', 'git'],
		['echo "at `git rev-parse HEAD`"', 'git'],
		['echo "at $(git rev-parse HEAD)"', 'git'],
		['diff <(git show HEAD:a) a', 'git'],
		['if git diff; then echo changed; fi', 'git'],
		['sudo -E env A=1 git status', 'git'],
		['timeout 10 git fetch', 'git'],
		['find . | xargs git add', 'git'],
		['bash -c "git status"', 'git'],
		[`sh -lc 'cd x; bash -c "git log"'`, 'git'],
		['(git log)', 'git'],
		["'git' log", 'git'],
		['g\\it log', 'git'],
		['nohup python3 server.py', 'nohup'],
		['setsid sleep 9', 'setsid'],
		['sleep 100 &', 'sleep'],
		['sleep 100 & echo started', 'sleep'],
		['python3 server.py > log 2>&1 &', 'python3'],
		['(sleep 9) &', '&'],
		['((git log))', 'git'],
		['echo $(( $(git rev-list --count HEAD) & 3 ))', 'git'],
		['echo $( (git log) | wc -l )', 'git'],
		['echo $((5 & 3)) &', 'echo'],
		['/usr/bin/watch ls', 'watch'],
		['python', 'python'],
		['python3.11 -i', 'python3.11'],
		['cd src; bash', 'bash'],
		['node', 'node'],
		['ipython', 'ipython'],
		['irb', 'irb'],
		['jshell', 'jshell'],
		['lua5.4 -i', 'lua5.4'],
		['scala', 'scala'],
		['ghci', 'ghci'],
		['telnet localhost', 'telnet'],
		['less a.txt', 'less'],
		['cat a <<EOF\ntext\nEOF\ngit log', 'git'],
	] as const) {
		it(`refuse: ${line.replaceAll('\n', '⏎')}`, () => {
			assert.ok(
				commandProblem(line, languages)?.startsWith(`Nothing in this line was run because of \`${refused}\`. `),
			);
		});
	}

	for (const line of [
		'grep git README.md',
		'grep -rn "git status" .',
		"echo 'vim & nano; git log'",
		'cat .gitignore src/vim.txt',
		'ls .git',
		'echo $((5 & 3))',
		'echo "$((5 & 3)) and more"',
		'(( x & 1 ))',
		'if (( x & 1 )); then echo odd; fi',
		'./bin/watch build',
		'./batch',
		'bin/more',
		'echo a && echo b || echo c',
		'python3 run.py 2>&1 | tail -5',
		'make &> log',
		'make >& log',
		'python3 - <<EOF\ngit is a program & a word\nvim\nEOF',
		"cat > a.sh <<'END'\nnohup git &\nEND\nls",
		'python3 <<< "print(1)"',
		'echo "print(1)" | python3',
		'python3 < a.py',
		'python3 -c "print(1)"',
		'python3 -m pytest -q',
		'bash build.sh',
		'bash -c "grep git README"',
		'ls # then git log',
		'echo \\& git',
		'GIT=git make',
		'for f in git vim; do echo $f; done',
		'echo "a # b" ; ls',
		'',
		'"unclosed git',
	]) {
		it(`run: ${line.replaceAll('\n', '⏎')}`, () => {
			assert.equal(commandProblem(line, languages), undefined);
		});
	}
});
