/** An RDAP registry for tests, with its bootstrap file: serves what a test has set for a name. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';

export interface TestRegistration {
  statuses?: string[];
  registrar?: { name: string; ianaId: number };
  registeredAt?: Date;
  lastTransferAt?: Date | null;
  expiresAt?: Date;
  nameservers?: string[];
  signed?: boolean;
}

export interface TestRdap {
  bootstrapUrl: string;
  /** Registrations by name; others are 404. */
  names: Map<string, TestRegistration>;
  /** True: requests get no response. */
  silent: boolean;
  /** Number of requests for each name. */
  requests: Map<string, number>;
  close(): Promise<void>;
}

const day = 86_400_000;

function toJson(name: string, one: TestRegistration): object {
  const event = (eventAction: string, date: Date) => {
    return { eventAction, eventDate: date.toISOString() };
  };
  const { name: registrar, ianaId } = one.registrar ?? { name: 'Other Registrar', ianaId: 9999 };
  return {
    objectClassName: 'domain',
    ldhName: name.toUpperCase(),
    status: one.statuses ?? ['active'],
    events: [
      event('registration', one.registeredAt ?? new Date(Date.now() - 330 * day)),
      event('expiration', one.expiresAt ?? new Date(Date.now() + 400 * day)),
      ...(one.lastTransferAt ? [event('transfer', one.lastTransferAt)] : []),
    ],
    entities: [
      {
        objectClassName: 'entity',
        roles: ['registrar'],
        publicIds: [{ type: 'IANA Registrar ID', identifier: String(ianaId) }],
        vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ['fn', {}, 'text', registrar]]],
      },
    ],
    nameservers: (one.nameservers ?? ['ns1.example.net']).map((host) => {
      return { objectClassName: 'nameserver', ldhName: host };
    }),
    secureDNS: { delegationSigned: one.signed ?? false },
  };
}

export async function startTestRdap(suffixes: readonly string[]): Promise<TestRdap> {
  const rdap = { names: new Map(), silent: false, requests: new Map() } as TestRdap;
  let origin = '';
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const send = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/rdap+json' })
        .end(JSON.stringify(body));
    if (path === '/dns.json') {
      const services = suffixes.map((suffix) => [[suffix], [`${origin}/${suffix}/`]]);
      return send(200, { version: '1.0', publication: '2026-01-01T00:00:00Z', services });
    }
    const name = path.split('/').at(-1) ?? '';
    rdap.requests.set(name, (rdap.requests.get(name) ?? 0) + 1);
    if (rdap.silent) return undefined;
    const found = rdap.names.get(name);
    return found ? send(200, toJson(name, found)) : send(404, { errorCode: 404 });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(rdap, {
    bootstrapUrl: `${origin}/dns.json`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
