/** A second connection to a service's database, whose queries need no index: for work that reads whole collections. */

import type { Connection } from 'mongoose';
import mongoose from 'mongoose';

export async function withUncheckedConnection<R>(
  { host, port, name }: Connection,
  work: (connection: Connection) => Promise<R>,
): Promise<R> {
  const url = `mongodb://${host}:${port}/${name}?directConnection=true`;
  const connection = await mongoose.createConnection(url).asPromise();
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
