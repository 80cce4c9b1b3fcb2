/**
 * An abusive client in a separate process: repeats an attack over many connections as fast as it is answered and ignores
 * 429. It does little work itself, so that the measured CPU time is the product's.
 */

import { connect } from 'node:net';

const [, , url = '', address = '', attack = '', given = ''] = process.argv;
/** Access tokens, or credentials for `logins`. */
const accounts: string[] = JSON.parse(given);
const connections = 50;
const { hostname, port } = new URL(url);
const nested = 'domain { name listed listing { estimatedValue domain { name offers } } }';
const fields = Array.from(
  { length: 8 },
  (_, at) => `a${at}: listing(id: \\"none-${at}\\") { ${nested} }`,
).join(' ');
let sent = 0;
const counts: Record<string, number> = {};

function format(
  method: string,
  path: string,
  more: { headers?: string; body?: string } = {},
): string {
  const { headers = '', body = '' } = more;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${hostname}`,
    `x-forwarded-for: ${address}`,
    ...(headers ? [headers] : []),
    ...(body ? ['content-type: application/json', `content-length: ${body.length}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const nextAccount = () => accounts[sent++ % accounts.length] ?? '';

const attacks: Record<string, () => string> = {
  /** A different document each time, because its name has a counter. */
  documents: () =>
    format('POST', '/graphql', {
      body: `{"query":"query Q${process.pid}x${sent++} { ${fields} }"}`,
    }),
  /** Many accounts of one network take turns. */
  accounts: () => {
    const token = nextAccount();
    return format('GET', '/api/listings?limit=100', { headers: `x-access-token: ${token}` });
  },
  /** Accounts of one network log in with their right passwords. */
  logins: () => format('POST', '/api/users/login', { body: nextAccount() }),
  files: () => format('GET', '/api/openapi.json', { headers: 'accept-encoding: identity' }),
};
const request = attacks[attack] ?? (() => '');

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

// Its own start is not part of the attack.
process.stdin.once('data', () => {
  for (let at = 0; at < connections; at++) open();
});
process.stdout.write('ready\n');
// The benchmark has ended, also when it was killed.
process.stdin.on('end', () => process.exit(0));
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0));
});
