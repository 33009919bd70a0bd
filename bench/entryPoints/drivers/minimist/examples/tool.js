'use strict';
// Reads the arguments of a tool.
var parse = require('..');

var seen = [];
var args = parse(
	[
		'build',
		'-V', '-n5',
		'--out',
		'dist',
		'--no-color',
		'--size=10x20',
		'--port',
		'80',
		'--def.a.b',
		'1',
		'-f',
		'x',
		'y',
		'--',
		'rest',
		'--flag',
	],
	{
		alias: { o: ['out', 'output'], V: 'verbose', p: 'port' },
		boolean: ['color', 'verbose'],
		string: ['size', 'f'],
		default: { color: true, mode: 'fast', level: 3 },
		'--': true,
		unknown: arg => {
			seen.push(arg);
			return arg.charAt(0) !== '-' || arg.length > 2;
		},
	},
);
console.log(args._.join('+').toUpperCase(), args['--'][1].slice(2));
console.log(args.o.length, args.output.charAt(0), args.size.split('x')[1], args.f.length);
console.log(args.p.toFixed(1), args.def.a.b + args.level, args.mode.length);
console.log(args.color === false, seen.length, seen[0].length);
if (args.verbose !== true || args.V !== true) {
	throw new Error('verbose is ' + args.verbose);
}
var stop = parse(['--moo', 'run', '--fast'], { stopEarly: true, boolean: 'moo' });
console.log(stop._[1].slice(2), stop._.length);
if (stop.fast) {
	throw new TypeError('did not stop early');
}
console.log(parse(['-a=3', '-bc', '0x10', '-d-']).c.toFixed(0), parse(['--x', '-1', '--y', '1e3']).y.toFixed(0));
