/** The server side of the benchmark: a separate process that reports its CPU time. */
import { startEmbeddedMongo } from './server.ts';

const [, , dataDir] = process.argv;
const server = await startEmbeddedMongo(dataDir ? { dataDir } : {});
process.on('message', () =>
  process.send?.({ cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }),
);
process.on('disconnect', () => void server.close());
process.send?.({ url: server.url });
