/** The line to the database: of one service that runs alone, or of all that share a process. */

import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import { databaseDeadlineMs } from './database-unavailable.ts';

const connectionTimeoutMs = 5_000;
/** What one service may have under way at once. */
const poolSize = 20;

/** `services`: how many have this line between them; each of them uses the database of its own name on it. */
export function connectDatabase(
  mongoUrl: string,
  { database, services = 1 }: { database?: string; services?: number } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(mongoUrl, {
    ...(database ? { dbName: database } : {}),
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: services * poolSize,
    serverSelectionTimeoutMS: connectionTimeoutMs,
    // A server that accepts and never answers holds a connection no longer than this.
    connectTimeoutMS: connectionTimeoutMs,
    waitQueueTimeoutMS: databaseDeadlineMs,
    socketTimeoutMS: connectionTimeoutMs,
    heartbeatFrequencyMS: 2000,
    writeConcern: { w: 'majority' },
  });
  return connection.asPromise();
}
