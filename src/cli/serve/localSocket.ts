import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A connection between two processes of this machine. */
export type LocalSocket = Socket;
export type LocalServer = Server;

/** `address`: the path of a Unix socket, or the name of a Windows pipe. It never is a port. */
export function connectTo(address: string): LocalSocket {
	return createConnection({ path: address });
}

export function listenAt(address: string, serve: (socket: LocalSocket) => void): LocalServer {
	return createServer(serve).listen({ path: address });
}
