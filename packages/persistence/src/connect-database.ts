/** Connects to the database: for one service, or for all that share a process. */

import type { Connection } from 'mongoose';
import mongoose from 'mongoose';
import { databaseDeadlineMs } from './database-unavailable.ts';
import { rejectClosedWrites } from './reject-closed-writes.ts';

const connectionTimeoutMs = 5_000;
/** Maximum of concurrent operations per service. */
const poolSize = 20;

/** `services`: number of services that share the connection; each uses its own database. */
export function connectDatabase(
  mongoUrl: string,
  { database, services = 1 }: { database?: string; services?: number } = {},
): Promise<Connection> {
  rejectClosedWrites();
  const connection = mongoose.createConnection(mongoUrl, {
    ...(database ? { dbName: database } : {}),
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: services * poolSize,
    serverSelectionTimeoutMS: connectionTimeoutMs,
    // Also limits connections to a server that accepts and never answers.
    connectTimeoutMS: connectionTimeoutMs,
    waitQueueTimeoutMS: databaseDeadlineMs,
    socketTimeoutMS: connectionTimeoutMs,
    heartbeatFrequencyMS: 2000,
    writeConcern: { w: 'majority' },
  });
  return connection.asPromise();
}
