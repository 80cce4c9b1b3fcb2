/** A running loan is amended as the web app does it: previewed, proposed, countered, declined, withdrawn, agreed and signed. */

import assert from 'node:assert/strict';
import type { RestObject } from '../environment/loans.ts';
import type { WebUser } from '../environment/web-user.ts';

export interface Parties {
  borrower: WebUser;
  lender: WebUser;
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

export async function amendByWeb(
  { borrower, lender }: Parties,
  { id, dueAt }: { id: string; dueAt: string },
): Promise<void> {
  const due = addDays(dueAt.slice(0, 10), 30);
  const wish = { terms: { due }, fee: 0 };
  const extension = { id, kind: 'EXTEND', ...wish };
  assert.equal((await borrower.run('ProposeAmendment', extension)).n, 1);
  assert.equal(await lender.codeOf('ProposeAmendment', extension), 'CONFLICT');
  const rate = { terms: { due, rate: 2400 }, fee: 500 };
  assert.equal((await lender.run('CounterAmendment', { id, n: 1, ...rate })).n, 2);
  assert.equal(await lender.codeOf('AgreeToAmendment', { id, n: 2 }), 'CONFLICT');
  const declined = await borrower.run('DeclineAmendment', { id, n: 2, reason: 'Too much.' });
  assert.deepEqual([declined.status, declined.reason], ['DECLINED', 'Too much.']);
  await borrower.run('ProposeAmendment', extension);
  assert.equal((await borrower.run('WithdrawAmendment', { id, n: 3 })).status, 'WITHDRAWN');
  const previewed = { escrowId: id, kind: 'EXTEND', ...wish };
  const preview = await lender.run('AmendmentPreview', previewed);
  assert.deepEqual([preview.on, preview.amountDue], [due, null]);
  const { remaining, presentRemaining } = preview;
  assert.deepEqual([remaining.count, remaining.lastOn], [1, due]);
  assert.equal(presentRemaining.lastOn, dueAt.slice(0, 10));
  assert.ok(remaining.total > presentRemaining.total);
  await borrower.run('ProposeAmendment', extension);
  const { sha256 } = await lender.run('AgreeToAmendment', { id, n: 4 });
  for (const user of [borrower, lender]) await signLast(user, { id, due });
  const { termsChangedOn, dueAt: extended, amendments } = await lender.run('Amendments', { id });
  const last = amendments.at(-1);
  assert.deepEqual([last.status, last.sha256, extended.slice(0, 10)], ['EFFECTIVE', sha256, due]);
  assert.equal(last.effectiveOn, termsChangedOn);
  const { payoff } = await borrower.run('PayoffOnDay', { escrowId: id, on: due });
  assert.equal(payoff, preview.payoff);
}

async function signLast(user: WebUser, { id, due }: { id: string; due: string }): Promise<void> {
  const { amendments, extensionDays } = await user.run('Amendments', { id });
  assert.equal(extensionDays, null);
  const { contractUrl }: RestObject = amendments.at(-1);
  const token = contractUrl.slice(contractUrl.lastIndexOf('/') + 1);
  const { amendment } = await user.run('SignedAmendment', { token });
  assert.deepEqual([amendment.n, amendment.status, amendment.terms.due], [4, 'AGREED', due]);
  assert.deepEqual([amendment.remaining.count, amendment.remaining.lastOn], [1, due]);
  const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };
  await user.run('SignContract', { token, name: user.name, address });
}
