import { type Schema, Validator } from 'jsonschema';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import schema from './proof.schema.json';
import { type FixStatement, fixType, type ProofRecord, type TestStatement, testResultType } from './statements';

/** The record in the text of a file. Throws `UserError` if it is none. `file`: its name, for messages. */
export function readProof(text: string, file: string): ProofRecord {
	const statements = text
		.split('\n')
		.filter(line => line.trim() !== '')
		.map(line => statementOf(line, file));
	const [fix, ...others] = statements;
	if (fix?.predicateType !== fixType) {
		throw new UserError(notProof(file));
	}
	const tests = others.filter(each => each.predicateType === testResultType);
	const [before, after] = tests;
	if (tests.length !== others.length || ![0, 2].includes(tests.length)) {
		throw new UserError(`${file} is damaged: a record has the tests without the patch and with it, and nothing else.`);
	}
	return { fix, ...(before !== undefined && after !== undefined && { tests: { before, after } }) };
}

function statementOf(line: string, file: string): FixStatement | TestStatement {
	const statement = parsed(line, file);
	const { predicateType } = fieldsOf(statement);
	const form = predicateType === fixType ? 'FixStatement' : 'TestStatement';
	const [error] = validator().validate(
		statement,
		{ $ref: `${name}#/definitions/${form}` },
		{ nestedErrors: true },
	).errors;
	if (error !== undefined) {
		throw new UserError(
			predicateType === fixType || predicateType === testResultType
				? `${file} is damaged: ${error.property.replace('instance.', '')} ${error.message}.`
				: notProof(file),
		);
	}
	return statement as FixStatement | TestStatement;
}

function parsed(line: string, file: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		throw new UserError(notProof(file));
	}
}

function notProof(file: string): string {
	return `${file} is not a proof record: choose one that \`faultline runs export ID --proof FILE\` wrote.`;
}

/** Of the schema, for references within it. */
const name = '/proof';

function validator(): Validator {
	const made = new Validator();
	made.addSchema({ definitions: schema.definitions } as unknown as Schema, name);
	return made;
}
