/** Keeps a second process out of a data folder, without a lock that a kill leaves behind. */
import { statSync } from 'node:fs';
import type { Server } from 'node:net';
import { createServer } from 'node:net';

/** Windows has pipes, Linux the abstract namespace: both vanish with the process that holds them. */
function lockAddress(dataDir: string): string | number {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  const name = `nameloan-embedded-mongo-${dev}-${ino}`;
  if (process.platform === 'linux') return `\0${name}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  // On other systems a loopback port derived from the folder's identity.
  return 20000 + Number((BigInt(dev) * 31n + BigInt(ino)) % 20000n);
}

export type DataLock = { release(): Promise<void> };

/** Takes the folder (which must exist). Throws when another process has it. */
export async function lockDataDir(dataDir: string): Promise<DataLock> {
  const address = lockAddress(dataDir);
  const server: Server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`The data folder ${dataDir} is in use by another process`)
          : error,
      ),
    );
    if (typeof address === 'number') server.listen(address, '127.0.0.1', resolve);
    else server.listen(address, resolve);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
