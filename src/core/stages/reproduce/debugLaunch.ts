import type { ReproducerDebug } from '../../index/reproducerData';
import type { DebugLaunch } from '../../ports';
import { fillObject, type PlaceholderValues } from './placeholders';

/** How a debugger runs what `command` would run without one. `values` are those of the command's placeholders. */
export function debugLaunch(
	{ configuration, exitCode }: ReproducerDebug,
	command: DebugLaunch['command'],
	values: PlaceholderValues,
): DebugLaunch {
	return {
		command,
		exitCode,
		configuration: ({ program, workspace, unset }) => {
			const variables = { ...Object.fromEntries(unset.map(name => [name, null])), ...command.env };
			const known = { ...values, program, workspace, variables, arguments: command.command.slice(1) };
			return { ...fillObject(configuration, known), type: configuration.type };
		},
	};
}
