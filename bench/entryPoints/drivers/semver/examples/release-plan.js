'use strict';
// Plans the next releases of a few packages.
const semver = require('..');

const installed = { app: '1.4.2', db: '2.0.0-beta.3', log: '0.9.11+build.7', net: 'v3.1' };
const wanted = { app: '^1.2', db: '>=2.0.0-beta <3', log: '~0.9.3 || >=1.0.0', net: '3.x - 4.x' };
const published = ['0.9.3', '0.9.12', '1.0.0', '1.5.0-rc.1', '2.0.0-beta.4', '2.1.0', '3.1.0', '4.0.1'];

function plan(name) {
	const version = semver.parse(installed[name]) || semver.coerce(installed[name]);
	const range = new semver.Range(wanted[name], { includePrerelease: name === 'db' });
	const best = semver.maxSatisfying(published, range) || semver.minVersion(range).version;
	const change = semver.diff(version.version, best);
	return {
		name,
		now: version.format(),
		best,
		change,
		next: semver.inc(best, change === null ? 'patch' : 'prerelease', 'next'),
	};
}

const steps = Object.keys(installed).map(plan);
for (const step of steps.sort((a, b) => semver.compare(a.best, b.best) || semver.rcompare(a.now, b.now))) {
	console.log(
		step.name.padEnd(4),
		step.now,
		'->',
		step.best,
		`(${String(step.change).toUpperCase()})`,
		step.next.split('-')[1].length,
	);
}
const sorted = semver.rsort(published.slice());
console.log(sorted[0].split('.').length, semver.major(sorted[0]), semver.prerelease('1.5.0-rc.1').join('/'));
console.log(semver.simplifyRange(published, '>=0.9.12 <3').length, semver.validRange('1.x || >=2.5').split(' ').length);
console.log(
	semver.subset('~1.2.3', '^1.0.0') && semver.intersects('^1.0', '>=1.5 <2'),
	semver.outside('5.0.0', '<4', '>'),
);
console.log(new semver.Comparator('>=1.2.3').test('1.3.0') ? semver.clean('  =v1.2.3 ').length : 0);
if (!semver.satisfies(semver.inc('1.9.9', 'minor'), '1.10.x')) {
	throw new Error(`1.9.9 was released as ${semver.inc('1.9.9', 'minor')}`);
}
if (semver.gtr('2.0.0', '^1.0.0') !== true || semver.ltr('0.1.0', '^1.0.0') !== true) {
	throw new RangeError('the ends of a range are wrong');
}
