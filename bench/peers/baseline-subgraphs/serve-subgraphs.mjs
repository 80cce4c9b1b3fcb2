/**
 * Serves the subgraphs of lending and domains in the baseline. It is copied into that code and runs there, so it uses the
 * names of that time and is not compiled here. Argument: the database's URL. Prints the URL of each subgraph.
 */

import { randomBytes } from 'node:crypto';
import { domainsService } from '@nameloan/domains/service.ts';
import { lendingService } from '@nameloan/lending/service.ts';
import { Subgraph } from '@nameloan/service/graphql/subgraph.ts';
import { createHttp } from '@nameloan/service/http.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import { createLog } from '@nameloan/service/log.ts';
import { Readiness } from '@nameloan/service/readiness.ts';

const [, , mongoUrl = ''] = process.argv;
const secret = randomBytes(32).toString('hex');
const keyring = new Keyring(secret, undefined);
const log = createLog('baseline', 'error');

async function serve({ kit, folder, people, settings }) {
  // Reading a page of listings only needs the database and the limits.
  settings?.read({
    DNS_RESOLVERS: '127.0.0.1:53',
    EPP_HOST: 'none',
    EPP_CLIENT_ID: 'none',
    EPP_PASSWORD: 'not used',
    GOVERNING_LAW: 'none',
    GOVERNING_VENUE: 'none',
  });
  await kit.store.open({ mongoUrl, database: `nameloan_${kit.name}` });
  const subgraph = new Subgraph(folder, people, log);
  const app = createHttp({
    part: kit.name,
    keyring,
    log,
    execute: (request, actor) => subgraph.execute(request, actor),
    deadLetters: kit.store.deadLetters,
    changeKeys: async () => 0,
    readiness: new Readiness({ database: async () => true, bus: async () => true }),
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${app.server.address().port}/graphql`;
}

const urls = {};
for (const one of [lendingService, domainsService]) urls[one.kit.name] = await serve(one);
process.stdout.write(`${JSON.stringify({ ready: true, urls, secret })}\n`);
