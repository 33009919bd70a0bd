import { withoutEscapes } from './withoutEscapes';

/** A terminal's output as plain text: without colors and other controls, and with only the last state of a rewritten line. */
export function plainTerminalText(raw: string): string {
	return withoutEscapes(raw)
		.split(/(?<!\r)\r*\n/)
		.map(line => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(otherControls, ''))
		.map(line => line.trimEnd())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.replace(/^\n+/, '')
		.trimEnd();
}

/** Bells, backspaces, and trailing carriage returns. */
const otherControls = /[^\P{Cc}\t]/gu;
