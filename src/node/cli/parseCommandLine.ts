import { parseArgs } from 'node:util';
import { nearNames } from '../../core/search/nearNames';
import { errorText } from '../../core/util/errorText';
import { type Command, commonOptions, type OptionValues } from './command';
import { UsageError } from './usageError';

export interface ParsedCommandLine {
	readonly values: OptionValues;
	readonly positionals: readonly string[];
}

/** The command a name stands for; throws `UsageError` with the nearest names otherwise. */
export function findCommand(name: string, commands: readonly Command[]): Command {
	const command = commands.find(each => each.name === name);
	if (command !== undefined) {
		return command;
	}
	const names = commands.map(each => each.name);
	const [near] = nearNames(name, names, 1);
	throw new UsageError(
		`There is no command "${name}". ${near === undefined ? `There are: ${names.join(', ')}` : `Did you mean ${near}`}${near === undefined ? '.' : '?'}`,
	);
}

/** The words behind a command's name. Throws `UsageError` for an unknown option or one without its value. */
export function parseCommandLine(command: Command, words: readonly string[]): ParsedCommandLine {
	const options = { ...commonOptions, ...command.options };
	try {
		const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
		return { values: values as OptionValues, positionals };
	} catch (error) {
		const [sentence = ''] = errorText(error).split('. ');
		throw new UsageError(`${sentence.replace(/\.?$/, '.')} See \`faultline ${command.name} --help\`.`);
	}
}
