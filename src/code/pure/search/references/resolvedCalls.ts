import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { CallResolver } from '../../calls/callResolver';
import { CodeModel } from '../../calls/codeModel';
import type { Reference } from '../../definitions/sourceParser';
import type { LanguageData } from '../../languages/languageData';
import type { SearchContext } from '../searchContext';

/** A call, and the definitions that it means, as far as the code states that. */
export interface ResolvedCall {
	readonly call: Reference;
	readonly callees: readonly CodeSymbol[];
}

/** The calls in files of a workspace, tests included. */
export class ResolvedCalls {
	private readonly model: CodeModel;

	constructor(private readonly context: SearchContext) {
		const { index } = context.workspace;
		const files = index.files();
		this.model = new CodeModel(index.units(files), [...files.keys()]);
	}

	/** Returns the wanted calls in a file, in source order; none for a file in an unknown language. */
	async in(file: string, isWanted: (call: Reference) => boolean): Promise<readonly ResolvedCall[]> {
		const { workspace, texts } = this.context;
		const { index, parser } = workspace;
		const id = index.file(file)?.language;
		const language = parser.languages.find(each => each.id === id);
		if (language === undefined) {
			return [];
		}
		const text = (await texts.lines(file)).join('\n');
		const resolver = new CallResolver(this.model, index, { path: file, text, receivers: language.receivers });
		const calls = (await this.references(language, text)).filter(call => isCall(call.kind) && isWanted(call));
		return calls.map(call => {
			const callees = resolver.resolve(this.model.functionAt(file, call.line), call);
			return { call, callees: callees.flatMap(at => this.model.unit(at)?.symbols ?? []) };
		});
	}

	/** A text that takes too long to parse has none. */
	private references(language: LanguageData, text: string): Promise<readonly Reference[]> {
		return this.context.workspace.parser.references(language, text).catch(() => []);
	}
}

/** Some grammars have a name of their own for a call. */
function isCall(kind: string): boolean {
	return kind === 'call' || kind === 'send';
}
