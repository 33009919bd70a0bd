'use strict';
// Reads a configuration, changes it and writes it again.
const yaml = require('..');

const text = `
%YAML 1.2
---
name: &name "demo \\u00e9"
copy: *name
list: [1, 0x1F, 0b11, -.inf, 1e3, ~, yes]
folded: >-
  one
  two

  three
literal: |+
  keep

base: &base { port: 8080, host: localhost }
server:
  <<: *base
  host: example.com
when: 2026-01-02T03:04:05Z
data: !!binary aGVsbG8=
pairs: !!pairs [a: 1, b: 2]
order: !!omap [x: 1, y: 2]
set: !!set { red, green }
? complex key
: - nested
  - - deeper
...
`;

class Point {
	constructor(x, y) {
		this.x = x;
		this.y = y;
	}
}

const pointType = new yaml.Type('!point', {
	kind: 'sequence',
	resolve: data => data !== null && data.length === 2,
	construct: data => new Point(data[0], data[1]),
	instanceOf: Point,
	represent: point => [point.x, point.y],
});
const schema = yaml.DEFAULT_SCHEMA.extend({ explicit: [pointType] });

const config = yaml.load(text);
console.log(config.copy.length, config.list[1] + config.list[2], config.folded.split('\n')[0].toUpperCase());
console.log(config.server.port.toFixed(1), config.server.host.length, config.when.getUTCFullYear());
console.log(config.data.toString().slice(1), config.pairs[1][0], config.order[1].y, Object.keys(config.set).length);
console.log(config['complex key'][1][0].length, config.literal.endsWith('\n\n'));

const written = yaml.dump(
	{
		config,
		again: config.server,
		points: [new Point(1, -2)],
		text: 'a: b\n# c',
		big: 'x'.repeat(90) + ' y',
		on: 'yes',
	},
	{ schema, sortKeys: true, lineWidth: 60, flowLevel: 4 },
);
const back = yaml.load(written, { schema });
console.log(
	back.points[0].x - back.points[0].y,
	back.again.host === back.config.server.host,
	back.text.split('\n')[1].length,
);
yaml.loadAll('--- 1\n--- [a, {b: c}]\n', document => console.log(JSON.stringify(document).length));
console.log(
	yaml
		.dump([[], {}, null, true, 1.5, -0, 'null', '0x1'], { styles: { '!!null': 'canonical' }, noCompatMode: true })
		.split('\n').length,
);
try {
	yaml.load('a: [1, 2\nb: c');
} catch (error) {
	console.log(
		error.name,
		error.mark.line + error.mark.column,
		error.toString(true).length > 20,
		error.mark.snippet.split('\n').length,
	);
}
if (back.config.list[0] !== 1 || back.config.folded !== config.folded) {
	throw new Error('the configuration changed on the way');
}
