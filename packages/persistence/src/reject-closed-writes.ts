/** Corrects the driver, which waits forever after writing to a socket that has just been closed (mongodb 7.8). */

import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';

/** The driver's own class, as far as it is used here. */
interface DriverConnection extends EventEmitter {
  error: Error | null;
  writeCommand(...given: unknown[]): Promise<void>;
}

const driver = createRequire(import.meta.url)('mongodb/lib/cmap/connection.js') as {
  Connection: { prototype: DriverConnection };
};
let corrected = false;

/**
 * Makes a write fail once its connection is closed. `writeCommand` waits for the socket's `drain` event if `write`
 * returns false, as it does on a destroyed socket, which emits no more events. If the write is a heartbeat, the driver
 * never connects to that server again: every operation fails until the process is restarted.
 */
export function rejectClosedWrites(): void {
  if (corrected) return;
  corrected = true;
  const { prototype } = driver.Connection;
  const writeCommand = prototype.writeCommand;
  prototype.writeCommand = async function (this: DriverConnection, ...given): Promise<void> {
    if (this.error) throw this.error;
    const { promise: closed, reject } = Promise.withResolvers<void>();
    const onClose = () => reject(this.error ?? new Error('the connection is closed'));
    this.once('close', onClose);
    try {
      await Promise.race([writeCommand.apply(this, given), closed]);
    } finally {
      this.off('close', onClose);
    }
  };
}
