/** The query of the loan page: the maximum of instalments and payments costs little more than none. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import { Kind, parse, print, visit } from 'graphql';
import { Long, MongoClient } from 'mongodb';
import type { Loan, RestObject } from './environment/loans.ts';
import { createPostedLoan } from './environment/loans.ts';
import { startOneProcess } from './environment/one-process.ts';
import type { TestEnvironment } from './environment/test-environment.ts';

let environment: TestEnvironment;
before(async () => {
  environment = await startOneProcess();
});
after(() => environment?.stop());

/** The document that the web app sends, from its sources. */
function readPageDocument(): string {
  const sources = new URL('../../web/src/', import.meta.url).pathname;
  const files = globSync('**/*.graphql', { cwd: sources });
  const texts = files.map((file) => readFileSync(`${sources}${file}`, 'utf8'));
  const definitions = texts.flatMap((text) => parse(text).definitions);
  const fragments = new Map<string, FragmentDefinitionNode>();
  let page: OperationDefinitionNode | undefined;
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
    if (one.kind === Kind.OPERATION_DEFINITION && one.name?.value === 'EscrowPage') page = one;
  }
  assert.ok(page);
  const used = new Set<FragmentDefinitionNode | OperationDefinitionNode>([page]);
  for (const one of used)
    visit(one, {
      FragmentSpread: ({ name }) => {
        const fragment = fragments.get(name.value);
        if (fragment) used.add(fragment);
      },
    });
  return [...used].map(print).join('\n');
}

const dayMs = 86_400_000;
const [instalments, paymentCount] = [120, 400];
const cents = (amount: number) => Long.fromNumber(amount);

/** Changes the records of a running loan to those after a payment a day, as lending would have written them. */
async function fill({ id }: Loan, startedAt: Date): Promise<void> {
  const { mongoUrl, databasePrefix } = environment.store;
  const client = await new MongoClient(mongoUrl).connect();
  try {
    const database = client.db(`${databasePrefix}lending`);
    const escrows = database.collection<{ _id: string; [field: string]: unknown }>('escrows');
    const payments = database.collection<{ _id: string; [field: string]: unknown }>('payments');
    const template = await payments.findOne({ escrowId: id });
    const loan = await escrows.findOne({ _id: id });
    assert.ok(template && loan);
    const midnight = Math.floor(startedAt.getTime() / dayMs) * dayMs;
    const paid = Array.from({ length: paymentCount - 1 }, (_, index) => ({
      ...template,
      _id: `${id}-${String(index).padStart(3, '0')}`,
      ...{ leg: 'REPAYMENT', from: 'BORROWER', to: 'LENDER', reportedBy: 'BORROWER' },
      ...{ method: 'Wire', reference: `P-${index}`, status: 'CONFIRMED' },
      valueDay: new Date(midnight + (index + 1) * dayMs),
      amountCents: cents(5_000 + index),
      confirmedCents: cents(5_000 + index),
      reportedAt: new Date(midnight + (index + 1) * dayMs),
      answeredAt: new Date(midnight + (index + 1) * dayMs),
    }));
    await payments.insertMany(paid);
    const due = new Date(startedAt.getTime() + instalments * 30 * dayMs);
    await escrows.updateOne(
      { _id: id },
      {
        $set: {
          amountCents: cents(100_000_000),
          plan: {
            ...{ kind: 'INSTALMENTS', period: '30D', instalments, early: 'KEEP_DATES' },
            ...{ lateFeeBps: 0, lateFeeCapCents: null, defaultRateBps: 0 },
          },
          receipt: { ...(loan.receipt as object), at: startedAt },
          ...{ dueAt: due, instalmentDueAt: new Date(startedAt.getTime() + 420 * dayMs) },
          countedPayments: paid.map(({ _id, amountCents, valueDay }) => ({
            ...{ id: _id, amountCents, day: valueDay, deemedAt: null },
          })),
        },
      },
    );
  } finally {
    await client.close();
  }
}

const maxRatio = 1.3;
const rounds = 400;
/** Before the code is compiled and the caches are filled. */
const warmUpRounds = 50;

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test('the page of a loan with 120 instalments and 400 payments takes at most 1.3 times that of an empty one', async (context) => {
  const [empty, full] = [await createPostedLoan(environment), await createPostedLoan(environment)];
  await fill(full, new Date(Date.now() - paymentCount * dayMs));
  const query = readPageDocument();
  const read = async (loan: Loan): Promise<RestObject> => {
    const body = JSON.stringify({ query, variables: { id: loan.id } });
    const headers = {
      'content-type': 'application/json',
      'x-access-token': loan.borrower.token ?? '',
    };
    const response = await fetch(`${environment.url}/graphql`, { method: 'POST', headers, body });
    const { data, errors } = (await response.json()) as RestObject;
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data.escrow;
  };
  const shown = await read(full);
  assert.ok(shown.payments.length < 20, `${shown.payments.length} payments`);
  assert.deepEqual(shown.partPayments.count, paymentCount - 1);
  const measure = async (loan: Loan): Promise<number> => {
    const started = performance.now();
    await read(loan);
    return performance.now() - started;
  };
  const pairs: [empty: number, full: number][] = [];
  for (let round = -warmUpRounds; round < rounds; round++) {
    const pair: (typeof pairs)[number] = [await measure(empty), await measure(full)];
    if (round >= 0) pairs.push(pair);
  }
  const [emptyMs, fullMs] = [0, 1].map((at) => median(pairs.map((pair) => pair[at] ?? 0)));
  // Of each pair, since what else the machine does changes from second to second.
  const ratio = median(pairs.map(([one, other]) => other / one));
  const result = `${ratio.toFixed(2)} times: ${emptyMs?.toFixed(2)} ms empty, ${fullMs?.toFixed(2)} ms full`;
  context.diagnostic(result);
  assert.ok(ratio <= maxRatio, result);
});
