import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readerOf } from '../../../../../src/code/pure/definitions/readerOf';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { LanguageData } from '../../../../../src/code/pure/languages/languageData';
import type { CodeSymbol } from '../../../../../src/runs/pure/model/symbol';
import { installedGrammars } from '../../../../support/grammars';

const parser = new SourceParser(installedGrammars());
const language = parser.languages.find(({ id }) => id === 'bash');
assert.ok(language?.reader);
const { reader: _reader, ...rest } = language;
const whole: LanguageData = { ...rest, id: 'bash, whole' };
const read = readerOf(language);

function scan(text: string): readonly CodeSymbol[] | undefined {
	return read?.(text, 'a.sh');
}

/** The same is read as by the parser. */
async function assertSame(text: string): Promise<void> {
	const found = scan(text);
	assert.ok(found, text);
	const { symbols, hasErrors } = await parser.symbols(whole, 'a.sh', text);
	assert.equal(hasErrors, false, text);
	assert.deepEqual(found, symbols, text);
}

const simple = [
	'a=1',
	'b="x } $(echo "{ y=1" \'z\') \x24{c:-"}"}"',
	"d=$'\\'}'",
	'export f="$g" h',
	'declare -A i=([j]=1 [k]="2")',
	'l+=(1 "$(m=1)" # n() {\n3)',
	'O=1 run --p=2 q=3',
	'cat <<R >s\nt() {\n$(u)\nR',
	"cat <<-'V'\n\tw=1\n\tV",
	'x[1]=2',
	'echo "# no" \\\n  y=1 # z=1',
	'a=`b=1 c`',
	'[[ $d =~ ^(e|f)$ && g < h ]] || i=1',
	'(( j = 1 << 2 ))',
	'k=$(( (1 << 2) ))',
	'l <(m) 2>&1 > n',
	'cat <<< "o"',
	'# Of what follows.',
	'',
];
const nesting = [
	'f() {@}',
	'function g {@}',
	'function h() (@)',
	'i()\n{@}',
	'if j; then@elif k; then@else@fi',
	'for l in a b; do@done',
	'for ((; m < 3; m++)); do@done',
	'while n=1; do@done < o',
	'case $p in (a|b)@;; c) q=1 ;; *)@esac',
	'{@} > r',
	'(@) | s',
];

describe('definitions scanned from commands', () => {
	it('are those of the parser in any nesting', async () => {
		const { node } = fc.letrec<{ node: string }>(tie => ({
			node: fc.oneof(
				{ maxDepth: 4 },
				fc.constantFrom(...simple),
				fc
					.tuple(fc.constantFrom(...nesting), fc.array(tie('node'), { maxLength: 3 }))
					.map(([around, inside]) => around.replaceAll('@', () => `\n:\n${inside.join('\n')}\n`)),
			),
		}));
		await fc.assert(
			fc.asyncProperty(fc.array(node, { maxLength: 6 }), nodes => assertSame(`${nodes.join('\n')}\n`)),
			{ numRuns: 200 },
		);
	});

	it('are found between the braces of a command, which begin no block', () => {
		const text = '@test "one" {\n  a=1\n}\n@test "two" {\n  b() { :; }\n}\n';
		assert.deepEqual(
			scan(text)?.map(({ name, container, startLine }) => `${container}.${name} ${startLine}`),
			['.a 2', '.b 5'],
		);
	});

	it('are not read where something does not end', () => {
		for (const text of [
			'f() {',
			'}',
			'fi',
			'a="',
			"a='",
			'a=$(b',
			'a=${b',
			'((1',
			'[[ a',
			'case a in b',
			')',
			'a=(1',
			';;',
		]) {
			assert.equal(scan(text), undefined, text);
		}
		for (const part of [
			'$(',
			'${',
			'"$(',
			'`',
			'((',
			'(',
			'{ ',
			'a=(',
			'if ',
			'case a in b) ',
			'<(',
			'cat <<A\n',
			'[[ ',
		]) {
			scan(part.repeat(20_000));
		}
	});
});
