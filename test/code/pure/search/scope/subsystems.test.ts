import assert from 'node:assert/strict';
import { inSubsystems, type Subsystem, subsystemsOf } from '../../../../../src/code/pure/search/scope/subsystems';
import { MemoryFiles } from '../../../../support/memoryFiles';

const maintainers = `List of maintainers
===================

	F: *Files* and directories wildcard patterns.

Maintainers List
----------------

NETWORKING
M:	Someone <a@example.org>
S:	Maintained
F:	include/net/
F:	net/
X:	net/wireless/

NETWORKING [IPv4]
F:	net/ipv4/*
F:	net/ipv?/tcp*.[ch]

WIRELESS
F:	net/wireless/

TUN DRIVER
F:	drivers/net/tun.c
F:	drivers/tunnel

THE REST
F:	*
F:	*/
`;

describe('the subsystem of a file', () => {
	const nameOf = async (texts: Record<string, string>, path: string) =>
		(await subsystemsOf(new MemoryFiles(texts), [path])).map(({ name }) => name);

	const kernel: [path: string, name: string][] = [
		['net/core/dev.c', 'NETWORKING'],
		['include/net/sock.h', 'NETWORKING'],
		['net/wireless/scan.c', 'WIRELESS'],
		['net/ipv4/route.c', 'NETWORKING [IPv4]'],
		['net/ipv4/netfilter/nat.c', 'NETWORKING'],
		['net/ipv6/tcp_input.c', 'NETWORKING [IPv4]'],
		['drivers/net/tun.c', 'TUN DRIVER'],
		['drivers/tunnel/a.c', 'TUN DRIVER'],
		['drivers/tunnels.c', 'drivers'],
		['drivers/net/tap.c', 'drivers/net'],
		['Makefile', '.'],
	];
	for (const [path, name] of kernel) {
		it(`is ${name} for ${path}`, async () => {
			assert.deepEqual(await nameOf({ MAINTAINERS: maintainers }, path), [name]);
		});
	}

	it('is what the owners of the last pattern own', async () => {
		const owners = '# all\n* @everyone\n*.js @web\n/db/ @data @ops\nsql/*.sql   @data @ops\n/db/web.js @web\n';
		const files = new MemoryFiles({ '.github/CODEOWNERS': owners });
		const [data, web] = await subsystemsOf(files, ['db/schema/a.c', 'db/web.js']);
		assert.deepEqual([data?.name, web?.name], ['@data @ops', '@web']);
		assert.deepEqual(await pathsIn(data, ['sql/x.sql', 'sql/a/x.sql', 'db/b', 'src/a.js']), ['sql/x.sql', 'db/b']);
		assert.deepEqual(await pathsIn(web, ['src/deep/a.js', 'a.js', 'a.jsx', 'db/web.js']), [
			'src/deep/a.js',
			'a.js',
			'db/web.js',
		]);
	});

	it('has the files its globs mean, without those it excludes', async () => {
		const found = await subsystemsOf(new MemoryFiles({ MAINTAINERS: maintainers }), ['net/core/dev.c', 'net/a.c']);
		assert.deepEqual(found, [
			{
				name: 'NETWORKING',
				list: 'MAINTAINERS',
				included: ['include/net/**', 'net/**'],
				excluded: ['net/wireless/**'],
			},
		]);
		const paths = ['net/x/y.c', 'net/wireless/scan.c', 'mm/net/a.c', 'network.c', 'include/net/a.h'];
		assert.deepEqual(await pathsIn(found[0], paths), ['net/x/y.c', 'include/net/a.h']);
	});

	it('is the folder where there is no list', async () => {
		const [folder, root] = await subsystemsOf(new MemoryFiles({}), ['src/[id]/b.py', 'setup.py']);
		const paths = ['src/[id]/c/d.py', 'src/i/b.py', 'x.py', 'src/a.py'];
		assert.deepEqual(await pathsIn(folder, paths), ['src/[id]/c/d.py']);
		assert.deepEqual(await pathsIn(root, paths), ['x.py']);
	});

	it('is looked up in the folder of a workspace of several', async () => {
		const files = Object.assign(new MemoryFiles({ 'one/MAINTAINERS': maintainers }), { folders: ['one', 'two'] });
		const found = await subsystemsOf(files, ['one/net/core/dev.c', 'two/net/core/dev.c']);
		assert.deepEqual(
			found.map(({ name }) => name),
			['NETWORKING', 'two/net/core'],
		);
		assert.deepEqual(await pathsIn(found[0], ['one/net/a.c', 'two/net/a.c']), ['one/net/a.c']);
	});

	async function pathsIn(subsystem: Subsystem | undefined, paths: string[]) {
		assert(subsystem);
		const isIn = await inSubsystems([subsystem]);
		return paths.filter(isIn);
	}
});
