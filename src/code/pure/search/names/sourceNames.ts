import { containerName } from '../../../../runs/pure/model/symbol';
import type { SymbolIndex } from '../../index/symbolIndex';
import type { CompiledNameData } from '../../languages/crashData';
import type { SearchContext } from '../searchContext';

/** The head of a definition that a macro makes is at most this long. */
const headLines = 3;
const mostExamined = 40;
/** A compiled name has a few changes at most: `__x64_sys_read.part.0.cold`. */
const mostChanges = 4;

/**
 * Returns the name in the code for a name made by a compiler or a macro (`stop` for `stop.isra.0`), using the data for
 * frames of crash reports; undefined for a name that may occur in the code itself.
 */
export async function sourceName(context: SearchContext, written: string): Promise<string | undefined> {
	const { index, parser } = context.workspace;
	const all = parser.languages.flatMap(({ crashes }) => crashes?.names ?? []);
	const first = written.trim().replace(/\(\)$/, '');
	if (!/^[\w.$]{3,200}$/.test(first)) {
		return undefined;
	}
	let name = first;
	for (let change = 1; change <= mostChanges && index.named(name).length === 0; change++) {
		const source = await changed(context, all, name);
		if (source === undefined) {
			break;
		}
		name = source;
	}
	return name === first ? undefined : name;
}

async function changed(
	context: SearchContext,
	all: readonly CompiledNameData[],
	name: string,
): Promise<string | undefined> {
	const { index } = context.workspace;
	for (const { compiled, source, definition } of all) {
		const match = new RegExp(compiled).exec(name);
		if (match !== null) {
			const fill = (text: string) => text.replaceAll('$1', match[1] ?? '');
			const names = source.map(each => `${name.slice(0, match.index)}${fill(each)}`);
			if (definition !== undefined) {
				return firstMade(context, names, new RegExp(fill(definition)));
			}
			const [plain = ''] = names;
			// No name in code has a part that begins with a digit.
			const isOfCompiler = /\.\d/.test(name) || (index.named(plain).length > 0 && !isMember(index, name));
			return isOfCompiler ? plain : undefined;
		}
	}
	return undefined;
}

/** The first one that the use of a macro defines. */
async function firstMade(
	{ workspace, texts }: SearchContext,
	names: readonly string[],
	definition: RegExp,
): Promise<string | undefined> {
	for (const name of names) {
		for (const { file, startLine } of workspace.index.named(name).slice(0, mostExamined)) {
			const lines = await texts.lines(file);
			if (definition.test(lines.slice(startLine - 1, startLine - 1 + headLines).join(' '))) {
				return name;
			}
		}
	}
	return undefined;
}

/** Whether a dotted name is a member's: `page.part`. */
function isMember(index: SymbolIndex, name: string): boolean {
	const [owner = '', member = ''] = name.split('.').slice(-2);
	return index.named(member).some(symbol => containerName(symbol) === owner);
}
