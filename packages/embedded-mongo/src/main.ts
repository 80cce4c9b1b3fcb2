/** Command line: the embedded database alone, in the foreground. */
import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';

// Compiled sources are kept between starts: the process is up sooner and a third smaller.
enableCompileCache();
const { startEmbeddedMongo } = await import('./server.ts');

function readArguments(): { port: number; dataDir?: string } {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' }, data: { type: 'string' } },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`--port must be a number from 0 to 65535, not ${values.port}`);
  return { port, ...(values.data === undefined ? {} : { dataDir: values.data }) };
}

try {
  const server = await startEmbeddedMongo(readArguments());
  process.stdout.write(`${server.url}\n`);
  const stop = (): void => {
    void server.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
