const { Command, Option, Argument, InvalidArgumentError, createOption } = require('../');
const { suggestSimilar } = require('../lib/suggestSimilar');
const { humanReadableArgName } = require('../lib/argument');
const { DualOptions, splitOptionFlags } = require('../lib/option');

function parsed(configure, args) {
	const program = new Command();
	program.exitOverride().configureOutput({ writeErr: () => {}, writeOut: () => {} });
	configure(program);
	program.parse(args, { from: 'user' });
	return program;
}

describe('options', () => {
	test('boolean, value, optional and variadic', () => {
		const program = parsed(
			p => p.option('-a').option('-b, --bee <x>').option('-c [y]').option('-d <z...>'),
			['-a', '--bee', '1', '-c', '-d', '2', '3'],
		);
		expect(program.opts()).toEqual({ a: true, bee: '1', c: true, d: ['2', '3'] });
	});

	test('combined short flags', () => {
		const program = parsed(p => p.option('-a').option('-b').option('-c <x>'), ['-abc5']);
		expect(program.opts()).toEqual({ a: true, b: true, c: '5' });
	});

	test('negated option has a default', () => {
		expect(parsed(p => p.option('--no-cheese'), []).opts()).toEqual({ cheese: true });
		expect(parsed(p => p.option('--no-cheese'), ['--no-cheese']).opts().cheese).toBe(false);
	});

	test('source of a value', () => {
		const program = parsed(p => p.option('-p <n>', 'port', Number, 80).option('-q'), ['-p', '8080']);
		expect(program.getOptionValueSource('p')).toBe('cli');
		expect(program.opts().p).toBe(8080);
	});

	test('missing value', () => {
		expect(() => parsed(p => p.option('-b <x>'), ['-b'])).toThrow("option '-b <x>' argument missing");
	});

	test('mandatory option', () => {
		expect(() => parsed(p => p.requiredOption('--user <name>'), [])).toThrow(
			"required option '--user <name>' not specified",
		);
	});

	test('choices', () => {
		const size = new Option('-s <size>').choices(['small', 'big']);
		expect(() => parsed(p => p.addOption(size), ['-s', 'huge'])).toThrow('Allowed choices are small, big.');
	});

	test('conflicts and implications', () => {
		expect(() => parsed(p => p.addOption(createOption('-a').conflicts('b')).option('-b'), ['-a', '-b'])).toThrow(
			'cannot be used with',
		);
		expect(parsed(p => p.addOption(createOption('-a').implies({ b: 'x' })), ['-a']).opts().b).toBe('x');
	});

	test('unknown option suggests', () => {
		expect(() => parsed(p => p.option('--verbose'), ['--verbos'])).toThrow('(Did you mean --verbose?)');
	});

	test('splits flags', () => {
		expect(splitOptionFlags('-s, --long <x>')).toEqual({ shortFlag: '-s', longFlag: '--long' });
		expect(new Option('--my-long').attributeName()).toBe('myLong');
	});
});

describe('commands', () => {
	test('calls the action of the subcommand', () => {
		const calls = [];
		parsed(
			p =>
				p
					.command('add <x> [y]')
					.option('-z')
					.action((x, y, options) => calls.push([x, y, options.z])),
			['add', '1', '-z'],
		);
		expect(calls).toEqual([['1', undefined, true]]);
	});

	test('finds by alias', () => {
		const calls = [];
		parsed(
			p =>
				p
					.command('remove')
					.alias('rm')
					.action(() => calls.push('rm')),
			['rm'],
		);
		expect(calls).toEqual(['rm']);
	});

	test('too many arguments', () => {
		expect(() =>
			parsed(
				p =>
					p
						.command('one')
						.allowExcessArguments(false)
						.action(() => {}),
				['one', 'two'],
			),
		).toThrow('too many arguments');
	});

	test('hooks run around the action', () => {
		const calls = [];
		parsed(
			p =>
				p
					.hook('preAction', () => calls.push('before'))
					.hook('postAction', () => calls.push('after'))
					.action(() => calls.push('action')),
			[],
		);
		expect(calls).toEqual(['before', 'action', 'after']);
	});

	test('arguments are parsed', () => {
		const number = new Argument('<n>').argParser(text => {
			if (Number.isNaN(Number(text))) {
				throw new InvalidArgumentError('not a number');
			}
			return Number(text);
		});
		expect(parsed(p => p.addArgument(number).action(() => {}), ['5']).processedArgs).toEqual([5]);
		expect(() => parsed(p => p.addArgument(new Argument('<n>').choices(['1'])), ['2'])).toThrow(
			'Allowed choices are 1.',
		);
	});
});

describe('help', () => {
	test('usage', () => {
		expect(new Command('tool').option('-x').argument('<file...>').usage()).toBe('[options] <file...>');
		expect(humanReadableArgName(new Argument('[dir]'))).toBe('[dir]');
	});

	test('lists options and commands', () => {
		const program = new Command('tool').description('does it').option('-x, --extra <n>', 'more', '5');
		program.command('go <where>').description('moves');
		expect(program.helpInformation().split('\n').slice(0, 6)).toEqual([
			'Usage: tool [options] [command]',
			'',
			'does it',
			'',
			'Options:',
			'  -x, --extra <n>  more (default: "5")',
		]);
	});

	test('wraps', () => {
		const help = new Command().createHelp();
		expect(help.wrap('one two three four five six seven eight nine ten eleven', 45, 2).split('\n').length).toBe(2);
		expect(help.wrap('a b', 20, 2)).toBe('a b');
	});

	test('suggests', () => {
		expect(suggestSimilar('instal', ['install', 'list'])).toContain('Did you mean install?');
		expect(suggestSimilar('zzzzzz', ['install'])).toBe('');
	});
});
