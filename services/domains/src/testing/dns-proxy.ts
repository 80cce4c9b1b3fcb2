/** A DNS proxy between the service and the sandbox that a test can make unresponsive. */

import { createSocket } from 'node:dgram';

export interface DnsProxy {
  /** `ip:port` */
  resolver: string;
  silent: boolean;
  close(): void;
}

export async function startDnsProxy(target: { host: string; port: number }): Promise<DnsProxy> {
  const near = createSocket('udp4');
  const relayed: DnsProxy = { resolver: '', silent: false, close: () => near.close() };
  near.on('message', (question, from) => {
    if (relayed.silent) return;
    const far = createSocket('udp4');
    far.on('message', (answer) => {
      near.send(answer, from.port, from.address);
      far.close();
    });
    far.send(question, target.port, target.host);
  });
  await new Promise<void>((done) => near.bind(0, '127.0.0.1', done));
  relayed.resolver = `127.0.0.1:${near.address().port}`;
  return relayed;
}
