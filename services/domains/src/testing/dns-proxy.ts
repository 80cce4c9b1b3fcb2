/** A DNS proxy between the service and the sandbox that a test can make unresponsive. */

import { createSocket } from 'node:dgram';
import { decode } from 'dns-packet';

export interface DnsProxy {
  /** `ip:port` */
  resolver: string;
  silent: boolean;
  /** If not empty, only queries for these names and names below them get no response. */
  silentNames: string[];
  /** Ends the silence, and answers the queries that it kept waiting. */
  answerAll(): void;
  close(): void;
}

export async function startDnsProxy(target: { host: string; port: number }): Promise<DnsProxy> {
  const near = createSocket('udp4');
  const waiting: (() => void)[] = [];
  const relayed: DnsProxy = {
    resolver: '',
    silent: false,
    silentNames: [],
    answerAll: () => {
      relayed.silent = false;
      for (const relay of waiting.splice(0)) relay();
    },
    close: () => near.close(),
  };
  near.on('message', (question, from) => {
    const relay = () => {
      const far = createSocket('udp4');
      far.on('message', (answer) => {
        near.send(answer, from.port, from.address);
        far.close();
      });
      far.send(question, target.port, target.host);
    };
    if (isSilent(relayed, question)) waiting.push(relay);
    else relay();
  });
  await new Promise<void>((done) => near.bind(0, '127.0.0.1', done));
  relayed.resolver = `127.0.0.1:${near.address().port}`;
  return relayed;
}

function isSilent({ silent, silentNames }: DnsProxy, question: Buffer): boolean {
  if (!silent || silentNames.length === 0) return silent;
  const asked = `.${decode(question).questions?.[0]?.name.toLowerCase()}`;
  return silentNames.some((name) => asked.endsWith(`.${name}`));
}
