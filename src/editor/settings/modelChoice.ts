/** The model that locates bugs, as in the setting. */
export type ModelChoice =
	| { readonly kind: 'embedded' }
	/** A model of VS Code: `name` is its id or its family. */
	| { readonly kind: 'vscode'; readonly vendor: string; readonly name: string }
	/** One of the endpoints in the settings, by its name; `model`: another one than there. */
	| { readonly kind: 'endpoint'; readonly name: string; readonly model?: string }
	/** Written by hand, and not one of the above. */
	| { readonly kind: 'unknown'; readonly text: string };

/** Reads `embedded`, `vscode:VENDOR/MODEL` or `endpoint:NAME`; no value means embedded. */
export function readModelChoice(value: unknown): ModelChoice {
	if (typeof value !== 'string') {
		return value === undefined ? { kind: 'embedded' } : { kind: 'unknown', text: JSON.stringify(value) };
	}
	const text = value.trim();
	const [, vendor, model] = /^vscode:([^/]+)\/(.+)$/.exec(text) ?? [];
	const [, endpoint] = /^endpoint:\s*(\S.*)$/.exec(text) ?? [];
	if (vendor !== undefined && model !== undefined) {
		return { kind: 'vscode', vendor, name: model };
	}
	if (endpoint !== undefined) {
		return { kind: 'endpoint', name: endpoint };
	}
	return text === '' || text === 'embedded' ? { kind: 'embedded' } : { kind: 'unknown', text };
}

/** The text of the setting, which `readModelChoice` parses. */
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
