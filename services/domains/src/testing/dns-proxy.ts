/** A DNS proxy between the service and the sandbox that a test can make unresponsive. */

import { createSocket } from 'node:dgram';
import { decode } from 'dns-packet';

export interface DnsProxy {
  /** `ip:port` */
  resolver: string;
  silent: boolean;
  /** If not empty, only queries for these names and names below them get no response. */
  silentNames: string[];
  /** The most domains, by their last two labels, with queries at once. */
  maxDomains: number;
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
    maxDomains: 0,
    answerAll: () => {
      relayed.silent = false;
      for (const relay of waiting.splice(0)) relay();
    },
    close: () => near.close(),
  };
  /** Running queries by domain. */
  const running = new Map<string, number>();
  const count = (domain: string, change: 1 | -1) => {
    const queries = (running.get(domain) ?? 0) + change;
    if (queries > 0) running.set(domain, queries);
    else running.delete(domain);
    relayed.maxDomains = Math.max(relayed.maxDomains, running.size);
  };
  near.on('message', (question, from) => {
    const relay = () => {
      const far = createSocket('udp4');
      const domain = nameOf(question).split('.').slice(-2).join('.');
      count(domain, 1);
      far.on('message', (answer) => {
        count(domain, -1);
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
  const asked = `.${nameOf(question)}`;
  return silentNames.some((name) => asked.endsWith(`.${name}`));
}

const nameOf = (question: Buffer) => decode(question).questions?.[0]?.name.toLowerCase() ?? '';
