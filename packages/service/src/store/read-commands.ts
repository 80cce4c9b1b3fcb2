/**
 * Reads as bare commands, whole in one answer. The driver's cursor takes each record of an answer apart before it reads
 * it, and keeps what it found: a quarter more processor time for a page of twelve, and much of what the collector of
 * garbage has to carry.
 */

import type { Connection } from 'mongoose';
import { mongo } from 'mongoose';
import { isRetryableRead } from './database-unavailable.ts';
import type { Tx } from './tx.ts';

/** `find` with its `batchSize`, or `aggregate` with its `cursor`, as MongoDB's manual has them. */
export type ReadCommand = Record<string, unknown> &
  ({ find: string; batchSize: number } | { aggregate: string; cursor: object });

interface Answer<R> {
  cursor: { firstBatch: R[]; id: number | mongo.Long };
}

export class ReadCommands {
  readonly #db: mongo.Db;
  /** What the driver gives its own reads from the client, and no command. */
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
    // Once more, as the driver does with its own reads ("Retryable Reads", MongoDB's specification for drivers).
    return await read().catch((error: unknown) => {
      if (isRetryableRead(error)) return read();
      throw error;
    });
  }

  /** For what may be too many to hold. */
  each<R>(command: ReadCommand, tx?: Tx): mongo.RunCommandCursor & AsyncIterable<R> {
    return this.#db.runCursorCommand(this.#whole(command, tx), this.#how(tx) as never);
  }

  async #read<R>(command: ReadCommand, tx?: Tx): Promise<R[]> {
    const answer = await this.#db.command(this.#whole(command, tx), this.#how(tx));
    const { firstBatch, id } = (answer as Answer<R>).cursor;
    if (Number(id) === 0) return firstBatch;
    // The server keeps the rest for whoever goes on, which a bare command cannot: the cursor begins anew.
    await this.#leave(command, id, tx).catch(() => undefined);
    return (await this.each<R>(command, tx).toArray()) as R[];
  }

  #whole(command: ReadCommand, tx?: Tx): ReadCommand {
    // A transaction has its concern, its primary and its tries to itself.
    return tx ? command : { ...command, ...this.#concern };
  }

  #how(tx?: Tx): mongo.RunCommandOptions {
    if (!tx) return this.#options;
    const { readPreference: _, ...options } = this.#options;
    return { ...options, session: tx.session as never };
  }

  /** Where several servers may be asked it may reach another one; the rest is then forgotten after its ten idle minutes. */
  async #leave(command: ReadCommand, id: number | mongo.Long, tx?: Tx): Promise<void> {
    const cursors = [mongo.Long.fromString(String(id))];
    const killCursors = command.find ?? command.aggregate;
    await this.#db.command({ killCursors, cursors }, this.#how(tx));
  }
}
