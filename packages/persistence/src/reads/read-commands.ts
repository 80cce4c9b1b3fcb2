/**
 * Runs reads as plain commands with one complete response. The driver's cursor needs a quarter more processor time for
 * a page of twelve, and causes much of the garbage collection, because it parses each record lazily.
 */

import type { Connection } from 'mongoose';
import { mongo } from 'mongoose';
import { isRetryableRead } from '../database-unavailable.ts';
import type { Tx } from '../tx.ts';

/** A `find` command with `batchSize`, or an `aggregate` command with `cursor`. */
export type ReadCommand = Record<string, unknown> &
  ({ find: string; batchSize: number } | { aggregate: string; cursor: object });

interface Answer<R> {
  cursor: { firstBatch: R[]; id: number | mongo.Long };
}

export class ReadCommands {
  readonly #db: mongo.Db;
  /** Client options that the driver applies to its reads, but not to commands. */
  readonly #options: mongo.RunCommandOptions;
  readonly #concern: { readConcern?: mongo.ReadConcern };

  constructor(connection: Connection) {
    this.#db = connection.getClient().db(connection.name);
    const { bsonOptions, readPreference, readConcern } = this.#db;
    this.#options = { ...bsonOptions, readPreference };
    this.#concern = readConcern ? { readConcern } : {};
  }

  async rows<R>(command: ReadCommand, tx?: Tx): Promise<R[]> {
    const read = () => this.#read<R>(command, tx);
    if (tx) return await read();
    // Retries once, as the driver does for its reads ("Retryable Reads" in MongoDB's driver specifications).
    return await read().catch((error: unknown) => {
      if (isRetryableRead(error)) return read();
      throw error;
    });
  }

  /** Streams results that may not fit into memory. */
  each<R>(command: ReadCommand, tx?: Tx): mongo.RunCommandCursor & AsyncIterable<R> {
    return this.#db.runCursorCommand(this.#whole(command, tx), this.#how(tx) as never);
  }

  async #read<R>(command: ReadCommand, tx?: Tx): Promise<R[]> {
    const answer = await this.#db.command(this.#whole(command, tx), this.#how(tx));
    const { firstBatch, id } = (answer as Answer<R>).cursor;
    if (Number(id) === 0) return firstBatch;
    // A plain command cannot continue the server's cursor, so the driver's cursor starts again.
    await this.#leave(command, id, tx).catch(() => undefined);
    return (await this.each<R>(command, tx).toArray()) as R[];
  }

  #whole(command: ReadCommand, tx?: Tx): ReadCommand {
    // A transaction defines its read concern, server and retries.
    return tx ? command : { ...command, ...this.#concern };
  }

  #how(tx?: Tx): mongo.RunCommandOptions {
    if (!tx) return this.#options;
    const { readPreference: _, ...options } = this.#options;
    return { ...options, session: tx.session as never };
  }

  /** Best effort: it may reach another server, and the cursor then expires after ten idle minutes. */
  async #leave(command: ReadCommand, id: number | mongo.Long, tx?: Tx): Promise<void> {
    const cursors = [mongo.Long.fromString(String(id))];
    const killCursors = command.find ?? command.aggregate;
    await this.#db.command({ killCursors, cursors }, this.#how(tx));
  }
}
