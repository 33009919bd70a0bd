import * as vscode from 'vscode';
import { type ChatProviderControl, chatModes, type RecordedChat } from './chatProviderControl';

const vendor = 'faultline-test';

/** A model for each way in which a chat provider behaves; nothing leaves the machine. Its control is the extension's API. */
export function activate(extension: vscode.ExtensionContext): ChatProviderControl {
	const changed = new vscode.EventEmitter<void>();
	const requests: RecordedChat[] = [];
	let offered: readonly string[] = chatModes;
	extension.subscriptions.push(
		changed,
		vscode.commands.registerCommand('faultline-test.callTool', callTool),
		vscode.lm.registerLanguageModelChatProvider(vendor, {
			onDidChangeLanguageModelChatInformation: changed.event,
			provideLanguageModelChatInformation: () => offered.map(informationOf),
			provideLanguageModelChatResponse: async (model, messages, options, progress, token) => {
				requests.push({ mode: model.id, messages, options, wasCancelled: () => token.isCancellationRequested });
				const newest = messages.at(-1)?.content.find(part => part instanceof vscode.LanguageModelTextPart)?.value ?? '';
				const isAnswered = messages.some(({ content }) =>
					content.some(part => part instanceof vscode.LanguageModelToolResultPart),
				);
				await answer({ mode: model.id, newest, tools: options.tools ?? [], isAnswered }, progress, token);
			},
			provideTokenCount: (_model, text) => Promise.resolve(JSON.stringify(text).length),
		}),
	);
	return {
		vendor,
		requests,
		offer: modes => {
			offered = modes;
			changed.fire();
		},
	};
}

/** Calls a tool that runs programs, as an agent does outside of a chat, and shows what it got. */
async function callTool(): Promise<void> {
	try {
		const request = { input: {}, toolInvocationToken: undefined };
		const { content } = await vscode.lm.invokeTool('faultline_suspicious_functions', request);
		const [part] = content;
		void vscode.window.showInformationMessage(part instanceof vscode.LanguageModelTextPart ? part.value : 'no text');
	} catch (error) {
		void vscode.window.showInformationMessage(`The call was refused: ${String(error)}`);
	}
}

function informationOf(mode: string): vscode.LanguageModelChatInformation {
	return {
		...{ id: mode, name: `Test ${mode}`, family: `family-${mode}`, version: '1' },
		...{ maxInputTokens: 4000, maxOutputTokens: 1000, capabilities: { toolCalling: true } },
	};
}

interface Asked {
	readonly mode: string;
	readonly newest: string;
	readonly tools: readonly vscode.LanguageModelChatTool[];
	/** A tool was called before. */
	readonly isAnswered: boolean;
}

async function answer(
	{ mode, newest, tools, isAnswered }: Asked,
	progress: vscode.Progress<vscode.LanguageModelResponsePart>,
	token: vscode.CancellationToken,
): Promise<void> {
	const say = (text: string) => progress.report(new vscode.LanguageModelTextPart(text));
	switch (mode) {
		case 'toolcall': {
			const [tool] = tools;
			if (tool === undefined) {
				return say('No tool was offered.');
			}
			say('Looking. ');
			progress.report(vscode.LanguageModelDataPart.text('not for us', 'text/x-other'));
			return progress.report(new vscode.LanguageModelToolCallPart('call_1', tool.name, argumentsFor(tool, newest)));
		}
		case 'search':
			return search(tools, isAnswered, progress);
		case 'slow':
			say('Let me think');
			return new Promise(resolve => token.onCancellationRequested(() => resolve()));
		case 'error':
			throw new Error('The upstream fell over.');
		case 'blocked':
			throw vscode.LanguageModelError.Blocked('Not you.');
		case 'gone':
			throw vscode.LanguageModelError.NotFound('It moved away.');
		case 'forbidden':
			throw vscode.LanguageModelError.NoPermissions('The person said no.');
		case 'cancel':
			throw new vscode.CancellationError();
		case 'quota':
			throw new Error('You have exceeded your premium request allowance for this month.');
		case 'rate':
			throw new Error('Rate limit exceeded, try again in 7 seconds.');
		case 'empty':
			return;
		default:
			say('Hello ');
			say('there.');
	}
}

/** Looks at `total` once, then says that the bug is there. */
function search(
	tools: readonly vscode.LanguageModelChatTool[],
	isAnswered: boolean,
	progress: vscode.Progress<vscode.LanguageModelResponsePart>,
): void {
	const call = (name: string, input: object) => {
		if (!tools.some(tool => tool.name === name)) {
			throw new Error(`nobody offered ${name}`);
		}
		progress.report(new vscode.LanguageModelToolCallPart(`call_${name}`, name, input));
	};
	if (!isAnswered) {
		progress.report(new vscode.LanguageModelTextPart('I look at the total first.'));
		call('search_method', { method_name: 'total' });
		return;
	}
	const place = { file: 'shop.py', class: null, method: 'total', intended_behavior: 'add up all prices' };
	call('report_bug_locations', { bug_locations: [place] });
}

/** What was asked last for every text, and some number for every number. */
function argumentsFor({ inputSchema }: vscode.LanguageModelChatTool, asked: string): object {
	const schema = inputSchema as { properties?: Record<string, { type?: string }> } | undefined;
	const entries = Object.entries(schema?.properties ?? {});
	return Object.fromEntries(
		entries.map(([name, { type }]) => [name, type === 'integer' || type === 'number' ? 3 : asked]),
	);
}
