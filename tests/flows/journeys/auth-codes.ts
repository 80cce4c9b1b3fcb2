/** Auth codes of a whole loan: only the mail of a transfer out has one, and it has only that one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { acceptOffer, bringIntoCustody, makeOffer, sendLoanMoney } from '@nameloan/driver/steps';
import { MongoClient } from 'mongodb';
import { createListedDomain, performAction } from '../environment/loans.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus } from '../environment/wait-for-state.ts';

/** Every document of every service, including jobs and events. */
async function dumpDatabases({ store }: TestEnvironment): Promise<string> {
  const client = await new MongoClient(store.mongoUrl).connect();
  try {
    const documents: string[] = [];
    for (const service of serviceNames) {
      const db = client.db(`${store.databasePrefix}${service}`);
      for (const { name } of await db.listCollections().toArray())
        documents.push(JSON.stringify(await db.collection(name).find().toArray()));
    }
    return documents.join('\n');
  } finally {
    await client.close();
  }
}

/** Records every response of the API to any person until `stop`. */
function recordResponses(): { responses: string[]; stop(): void } {
  const responses: string[] = [];
  const { call } = Person.prototype;
  Person.prototype.call = async function record(...args) {
    const response = await call.apply(this, args);
    responses.push(JSON.stringify([response.body, [...response.headers]]));
    return response;
  };
  return {
    responses,
    stop: () => {
      Person.prototype.call = call;
    },
  };
}

/** Records what all processes print, at the level of the environment, until `stop`. */
function recordLogs({ processes }: TestEnvironment): { logs: string[]; stop(): void } {
  const logs: string[] = [];
  const ends = processes.map((one) => one.onOutput((text) => logs.push(text)));
  return {
    logs,
    stop: () => {
      for (const end of ends) end();
    },
  };
}

const ownDomain = `query ($id: ID!) {
  domain(id: $id) { id name status verificationRecord actions blockedActions { message } }
}`;
const loanPage = `query ($escrow: ID!) {
  escrow(id: $escrow) { id whatNext waitingFor { message } }
  escrowHistory(escrowId: $escrow) { text note }
  notifications { body link }
}`;

export function authCodes(environment: GetEnvironment): void {
  test('no auth code of a loan is in a response, a database or a log, and only the registrant is mailed the last one', async () => {
    const { sandbox } = environment();
    const recorded = recordResponses();
    const printed = recordLogs(environment());
    const codes: string[] = [];
    try {
      const { borrower, lender, domain, terms } = await createListedDomain(environment());
      const keepCode = async () => {
        const { authCode } = await sandbox.readRegistration(domain.domain);
        assert.ok(authCode && !codes.includes(authCode), 'the code was replaced');
        codes.push(authCode);
      };
      await keepCode();
      const offer = await makeOffer(lender, domain.id, terms);
      const { id } = await acceptOffer(borrower, offer.id);
      await bringIntoCustody(borrower, lender, { sandbox, escrowId: id, domain });
      await waitFor('a new code', async () => {
        const { authCode } = await sandbox.readRegistration(domain.domain);
        return authCode !== codes[0];
      });
      await keepCode();
      await sendLoanMoney(borrower, lender, id);
      await performAction(lender, { id }, 'finalize');
      await waitForDomainStatus(borrower, domain, 'CUSTODY_PAID');
      await waitFor('a new code', async () => {
        const { authCode } = await sandbox.readRegistration(domain.domain);
        return authCode !== codes[1];
      });
      await keepCode();
      await sandbox.advanceClock('61d');
      await borrower.post(`/domains/${domain.id}/transferOut`);
      const mail = await waitFor('the mail with the code', async () =>
        (await sandbox.readMails(borrower.email)).find(({ subject }) =>
          subject.startsWith('Transfer code for '),
        ),
      );
      await keepCode();
      assert.ok(mail.text.includes(codes.at(-1) ?? '-'));
      for (const person of [borrower, lender]) {
        for (const path of ['/domains', `/escrow/${id}`, `/escrow/${id}/history`, '/notifications'])
          await person.call('GET', path);
        await person.call('GET', `/domains/${domain.id}`);
        recorded.responses.push(JSON.stringify(await person.graphql(loanPage, { escrow: id })));
      }
      recorded.responses.push(JSON.stringify(await borrower.graphql(ownDomain, { id: domain.id })));
      const mails = await Promise.all(
        [borrower, lender].map(({ email }) => sandbox.readMails(email)),
      );
      const others = mails.flat().filter(({ subject }) => subject !== mail.subject);
      assert.ok(others.length > 5 && recorded.responses.length > 20);
      const places = {
        responses: recorded.responses.join('\n'),
        databases: await dumpDatabases(environment()),
        'other mails': JSON.stringify(others),
        logs: printed.logs.join(''),
      };
      // Every EPP command is logged at the level debug.
      if (environment().logsEverything) assert.match(places.logs, /"level":20,.*"msg":"epp"/);
      assert.ok(places.databases.includes(domain.domain));
      for (const [place, text] of Object.entries(places))
        for (const code of codes) assert.ok(!text.includes(code), `a code is in the ${place}`);
    } finally {
      recorded.stop();
      printed.stop();
    }
  });
}
