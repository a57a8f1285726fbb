/** A server that goes away and comes back under a running process. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((settle) => void probe.listen(0, '127.0.0.1', () => settle()));
  const address = probe.address();
  await new Promise<void>((settle) => void probe.close(() => settle()));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** A way to another port of this machine; closed, nothing listens there. */
export function gateTo(port: number, target: number) {
  let server: Server | null = null;
  const open = new Set<Socket>();
  return {
    async open() {
      server = createServer((socket) => {
        const onward = connect(target, '127.0.0.1');
        open.add(socket);
        socket.on('close', () => open.delete(socket));
        socket.on('error', () => onward.destroy()).pipe(onward);
        onward.on('error', () => socket.destroy()).pipe(socket);
        onward.on('close', () => socket.destroy());
      });
      await new Promise<void>((settle) => void server?.listen(port, '127.0.0.1', () => settle()));
    },
    async close() {
      open.forEach((socket) => socket.destroy());
      await new Promise<void>((settle) => void server?.close(() => settle()));
    },
  };
}
