import { withoutEscapes } from '../../core/util/withoutEscapes';

/** What is left to read of a terminal's output: no colours and other controls, of a rewritten line only its last state. */
export function plainTerminalText(raw: string): string {
	return withoutEscapes(raw)
		.split(/\r*\n/)
		.map(line => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).replace(otherControls, ''))
		.map(line => line.trimEnd())
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.replace(/^\n+|\s+$/g, '');
}

/** Bells, backspaces, and carriage returns that nothing follows. */
const otherControls = /[^\P{Cc}\t]/gu;
