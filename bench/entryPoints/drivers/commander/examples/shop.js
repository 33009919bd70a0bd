'use strict';
// A small shop at the command line.
const { Command, Option, Argument, InvalidArgumentError } = require('..');

function amount(text, sum) {
	const value = Number(text);
	if (Number.isNaN(value)) {
		throw new InvalidArgumentError('Not a number.');
	}
	return value + (sum || 0);
}

function shop() {
	const log = [];
	const program = new Command('shop').version('1.2.3').exitOverride();
	program.configureOutput({ writeOut: text => log.push(text), writeErr: text => log.push(text) });
	program.option('-d, --debug', 'say more').option('--no-color', 'plain');
	program
		.command('buy <thing> [others...]')
		.alias('b')
		.description('buys things')
		.option('-a, --amount <n>', 'how many', amount, 1)
		.addOption(new Option('-s, --size <size>').choices(['small', 'large']).default('small', 'the usual'))
		.addOption(new Option('--gift [name]').conflicts('amount').env('SHOP_GIFT').preset('nobody'))
		.action((thing, others, options) => log.push([thing, ...others, options.amount, options.size].join(' ')));
	program
		.command('sell')
		.addArgument(new Argument('<price>', 'for how much').argParser(amount))
		.hook('preAction', (_this, action) => log.push(`before ${action.name()}`))
		.action(price => log.push((price * 2).toFixed(2)));
	return { program, log };
}

function run(...args) {
	const { program, log } = shop();
	try {
		program.parse(args, { from: 'user' });
	} catch (error) {
		if (error.code === undefined) {
			throw error;
		}
		log.push(`${error.code.split('.')[1]} ${error.exitCode.toFixed(0)}`);
	}
	return log;
}

console.log(run('buy', 'apple', 'pear', '-a', '2', '--amount=3', '-slarge')[0].split(' ')[2].length);
console.log(run('--debug', 'b', 'milk', '--', '--size')[0].split(' ')[1]);
console.log(
	run('sell', '2.5')
		.map(line => line.length)
		.join(),
);
console.log(run('buy', 'x', '-s', 'huge').pop().toUpperCase(), run('sel', '1')[0].split('\n')[1].length);
console.log(run('buy', 'x', '--gift', '--amount', '3').pop(), run('sell').pop());
const { program } = shop();
const help = program.helpInformation().split('\n');
console.log(
	help[0].slice(7),
	help.findIndex(line => line.includes('buy|b')),
	help.length,
);
console.log(program.commands[0].helpInformation().split('\n')[5].trim().length, program.commands[0].usage());
if (!program.commands[0].helpInformation().includes('default: the usual')) {
	throw new Error('the help does not have the default');
}
