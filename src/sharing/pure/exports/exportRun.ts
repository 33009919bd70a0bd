import type { Price } from '../../../runs/pure/fold/spent';
import { shownJson, shownText } from '../../../system/pure/text/shownText';
import { runMarkdown } from '../report/runMarkdown';
import { type AtifOptions, atif } from './atif';
import { runFile } from './runFile';
import { runHtml } from './runHtml';
import type { SharedRun } from './sharedRun';
import { sweTraj } from './sweTraj';

/** In the order offered to users. */
export const exportFormats = ['md', 'html', 'json', 'atif', 'traj'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The name of a format for users, and the ending of its files. */
export const formatNames: Readonly<Record<ExportFormat, { readonly label: string; readonly ending: string }>> = {
	md: { label: 'Markdown', ending: 'md' },
	html: { label: 'HTML', ending: 'html' },
	json: { label: 'Run file', ending: 'json' },
	atif: { label: 'ATIF', ending: 'atif.json' },
	traj: { label: 'SWE-agent trajectory', ending: 'traj' },
};

export interface ExportOptions extends AtifOptions {
	readonly format: ExportFormat;
	/** The price of the run's model, if known. */
	readonly price?: Price | undefined;
}

/** The text of the exported file. */
export async function exportRun(shared: SharedRun, { format, price, ...options }: ExportOptions): Promise<string> {
	switch (format) {
		case 'md':
			return shownText(runMarkdown(shared.run, price));
		case 'html':
			return runHtml(shared, { version: options.version, price });
		case 'json':
			return jsonText(runFile(shared, options.version));
		case 'atif':
			return jsonText(atif(shared.run, options));
		case 'traj':
			return jsonText(sweTraj(shared.run));
	}
}

function jsonText(data: unknown): string {
	return `${shownJson(JSON.stringify(data, undefined, 2))}\n`;
}
