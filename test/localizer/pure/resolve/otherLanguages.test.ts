import assert from 'node:assert/strict';
import { contextOf, locationsOf, problemsOf, type ResolveProject, resolveProject } from './resolveProject';

const texts = {
	'net/socket.h': `namespace net {
class Stream {
public:
  virtual int read(int n);
};

class Socket : public Stream {
public:
  Socket();
  int read(int n) override;
  int port() const { return port_; }
  int port_;
};
}
`,
	'net/socket.cpp': `#include "socket.h"
namespace net {
Socket::Socket() {
  port_ = 0;
}

int Socket::read(int n) {
  return n;
}
}
`,
	'net/crc.h': 'int crc(const char *data, int n);\n',
	'net/crc.c': '#include "crc.h"\n\nint crc(const char *data, int n) {\n  return n;\n}\n',
	'web/store.ts': `export interface Store {
	load(key: string): string;
}

export class MemoryStore implements Store {
	load(key: string): string;
	load(key: number): string;
	load(key: unknown): string {
		return String(key);
	}
}

export const openStore = () => {
	return new MemoryStore();
};
`,
	'app/Queue.java': `package app;

class Base {
  void push(Object item) {
  }
}

class Queue extends Base {
  static class Node {
    Object item() {
      return null;
    }
  }

  Queue() {
  }

  /** Puts one in. */
  @Override
  void push(Object item) {
    items.add(item);
  }

  /** Puts some in. */
  void push(Object[] items) {
  }
}
`,
};

describe('places of many languages', () => {
	let p: ResolveProject;
	before(async () => {
		p = await resolveProject(texts);
	});

	const found: [string, Parameters<ResolveProject['resolve']>[0][number], string[]][] = [
		['a method of a namespace', { method: 'net::Socket::read' }, ['net/socket.cpp:7-9 net.Socket read']],
		['the body for its declaration', { class: 'Socket', method: 'read' }, ['net/socket.cpp:7-9 net.Socket read']],
		[
			'the body where the header was named',
			{ file: 'net/socket.h', class: 'Socket', method: 'read' },
			['net/socket.cpp:7-9 net.Socket read'],
		],
		['a body in the header', { file: 'socket.h', method: 'Socket::port' }, ['net/socket.h:11 net.Socket port']],
		[
			'a constructor',
			{ class: 'Socket', method: 'Socket', file: 'net/socket.cpp' },
			['net/socket.cpp:3-5 net.Socket Socket'],
		],
		['a declaration without a body', { class: 'Stream', method: 'read' }, ['net/socket.h:4 net.Stream read']],
		['the body of a function for its prototype', { method: 'crc', file: 'net/crc.h' }, ['net/crc.c:3-5 crc']],
		['overloads with their body', { class: 'MemoryStore', method: 'load' }, ['web/store.ts:6-10 MemoryStore load']],
		['a method of an interface', { class: 'Store', method: 'load' }, ['web/store.ts:2 Store load']],
		['a function that is a value', { file: 'web/store.ts', method: 'openStore' }, ['web/store.ts:13-15 openStore']],
		['a nested class', { class: 'Queue.Node', method: 'item' }, ['app/Queue.java:10-12 Queue.Node item']],
		[
			'overloads that are apart',
			{ class: 'app.Queue', method: 'push', file: 'app/Queue.java' },
			['app/Queue.java:19-22 Queue push', 'app/Queue.java:25-26 Queue push'],
		],
		[
			'the overload in the lines named',
			{ method: 'Queue.push', file: 'app/Queue.java', startLine: 26 },
			['app/Queue.java:25-26 Queue push'],
		],
		[
			'the lines of a doc comment and its method',
			{ file: 'app/Queue.java', startLine: 24, endLine: 26 },
			['app/Queue.java:25-26 Queue push'],
		],
	];
	for (const [what, named, locations] of found) {
		it(`are found: ${what}`, async () => {
			const resolved = await p.resolve([named]);
			assert.deepEqual(problemsOf(resolved), []);
			assert.deepEqual(locationsOf(resolved), locations);
		});
	}

	it('are declarations where the body elsewhere is that of another class', async () => {
		const { resolve } = await resolveProject({
			'a/Plan.java': 'interface Plan {\n  void run();\n}\n',
			'b/Plan.java': 'class Plan {\n  void run() {\n  }\n}\n',
		});
		assert.deepEqual(locationsOf(await resolve([{ file: 'a/Plan.java', method: 'Plan.run' }])), [
			'a/Plan.java:2 Plan run',
		]);
	});

	it('have the method they override and their class as context', async () => {
		assert.deepEqual(contextOf(await p.resolve([{ method: 'Queue.push', startLine: 20 }])), [
			'overridden app/Queue.java:4-5 Base push',
			'enclosing class app/Queue.java:8-27 Queue',
		]);
	});

	it('have their class as context where that is declared in another file', async () => {
		assert.deepEqual(contextOf(await p.resolve([{ class: 'Socket', method: 'read' }])), [
			'overridden net/socket.h:4 net.Stream read',
			'enclosing class net/socket.h:7-13 net.Socket',
		]);
	});

	it('are a problem with the nearest classes where only the class is wrong', async () => {
		const { unresolved } = await p.resolve([{ class: 'MemorStore', file: 'web/store.ts' }]);
		assert.match(unresolved[0]?.problem ?? '', /Nearest in web\/store\.ts: MemoryStore \(web\/store\.ts:5\)/);
	});
});
