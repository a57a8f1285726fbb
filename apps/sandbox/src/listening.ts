import type { Server } from 'node:net';

/** The port a listening server got; asking for port 0 leaves the choice to the system. */
export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return address.port;
}
