import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import type { DoorArgs, ListedTool } from './mcpDoor';

/** Checks calls against the schemas that a server lists, more strictly than servers that read calls leniently. */
export class SchemaFit {
	private readonly validator = new AjvJsonSchemaValidator();

	constructor(private readonly tools: readonly ListedTool[]) {}

	/** What does not match: the name of the tool, of an argument, or a value; else undefined. */
	problemOf(name: string, args: DoorArgs): string | undefined {
		const tool = this.tools.find(each => each.name === name);
		if (tool === undefined) {
			return `No tool is listed as ${JSON.stringify(name)}.`;
		}
		const { properties = {} } = tool.inputSchema as { readonly properties?: Readonly<Record<string, unknown>> };
		const unknown = Object.keys(args).filter(each => !(each in properties));
		if (unknown.length > 0) {
			return `No such argument is listed: ${unknown.join(', ')}.`;
		}
		const { valid, errorMessage } = this.validator.getValidator(tool.inputSchema)(args);
		return valid ? undefined : (errorMessage ?? 'The arguments do not match the schema.');
	}
}
