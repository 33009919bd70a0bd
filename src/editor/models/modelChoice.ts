/** Which model locates, as the setting names it. */
export type ModelChoice =
	| { readonly kind: 'embedded' }
	/** One of VS Code's: `name` is its id, or its family. */
	| { readonly kind: 'vscode'; readonly vendor: string; readonly name: string }
	/** One of the endpoints in the settings, by its name. */
	| { readonly kind: 'endpoint'; readonly name: string }
	/** Written by hand, and none of the above. */
	| { readonly kind: 'unknown'; readonly text: string };

/** Reads `embedded`, `vscode:VENDOR/MODEL` or `endpoint:NAME`; nothing at all means embedded. */
export function readModelChoice(value: unknown): ModelChoice {
	if (typeof value !== 'string') {
		return value === undefined ? { kind: 'embedded' } : { kind: 'unknown', text: JSON.stringify(value) };
	}
	const text = value.trim();
	const [, vendor, model] = /^vscode:([^/]+)\/(.+)$/.exec(text) ?? [];
	const [, endpoint] = /^endpoint:\s*(.+)$/.exec(text) ?? [];
	if (vendor !== undefined && model !== undefined) {
		return { kind: 'vscode', vendor, name: model };
	}
	if (endpoint !== undefined) {
		return { kind: 'endpoint', name: endpoint };
	}
	return text === '' || text === 'embedded' ? { kind: 'embedded' } : { kind: 'unknown', text };
}

/** As the setting has it: `readModelChoice` reads it back. */
export function modelChoiceText(choice: ModelChoice): string {
	switch (choice.kind) {
		case 'embedded':
			return 'embedded';
		case 'vscode':
			return `vscode:${choice.vendor}/${choice.name}`;
		case 'endpoint':
			return `endpoint:${choice.name}`;
		case 'unknown':
			return choice.text;
	}
}
