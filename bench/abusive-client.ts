/**
 * An abusive client in a separate process: sends unique documents over many connections as fast as they are answered and
 * ignores 429. It does little work itself, so that the measured CPU time is the product's.
 */

import { connect } from 'node:net';

const [, , url = '', address = ''] = process.argv;
const connections = 50;
const { hostname, port } = new URL(url);
const nested = 'domain { name listed listing { estimatedValue domain { name offers } } }';
const fields = Array.from(
  { length: 8 },
  (_, at) => `a${at}: listing(id: \\"none-${at}\\") { ${nested} }`,
).join(' ');
let sent = 0;
const counts: Record<string, number> = {};

/** A different document each time, because its name has a counter. */
function request(): string {
  const body = `{"query":"query Q${process.pid}x${sent++} { ${fields} }"}`;
  const head = `POST /graphql HTTP/1.1\r\nhost: ${hostname}\r\nx-forwarded-for: ${address}\r\n`;
  return `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

function open(): void {
  const socket = connect(Number(port), hostname);
  socket.on('data', (data) => {
    const status = data.toString('latin1', 0, 12);
    if (!status.startsWith('HTTP/1.1')) return;
    counts[status.slice(9)] = (counts[status.slice(9)] ?? 0) + 1;
    socket.write(request());
  });
  socket.on('error', () => undefined);
  socket.on('close', () => setTimeout(open, 10));
  socket.write(request());
}

for (let at = 0; at < connections; at++) open();
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0));
});
