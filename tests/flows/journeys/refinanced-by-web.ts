/** A running loan is listed for a refinancing, accepted and cancelled as the web app does it; the loan then runs on. */

import assert from 'node:assert/strict';
import type { WebUser } from '../environment/web-user.ts';
import type { Parties } from './amended-by-web.ts';

interface RunningLoan {
  id: string;
  domainId: string;
}

export async function refinanceByWeb(
  { borrower, lender }: Parties,
  next: WebUser,
  { id, domainId }: RunningLoan,
): Promise<void> {
  const wish = { id, desiredAmount: 80_000, desiredTerm: 30, desiredRate: 1500 };
  const listed = { ...wish, businessPurpose: false };
  assert.equal(await lender.codeOf('RefinanceLoan', listed), 'FORBIDDEN');
  const listing = await borrower.run('RefinanceLoan', listed);
  const { refinances, runningLoan } = await next.run('RefinanceListing', { id: listing.id });
  assert.deepEqual([refinances, runningLoan.daysLate, runningLoan.extended], [id, 0, true]);
  const terms = { domainId, amount: 80_000, term: 30, rate: 1500 };
  assert.equal(await lender.codeOf('MakeOffer', terms), 'FORBIDDEN');
  const offer = await next.run('MakeOffer', terms);
  const { id: newId } = await borrower.run('AcceptOffer', { id: offer.id });
  assert.equal((await next.run('Refinanced', { id: newId })).replaces, id);
  const old = await lender.run('Refinanced', { id });
  assert.deepEqual([old.replacedBy, old.actions.includes('SIGN_LETTER')], [newId, true]);
  const letter = await next.run('PayoffLetter', { id: newId });
  assert.deepEqual([letter.escrowId, letter.confirmed, letter.days.length], [id, false, 11]);
  assert.equal(letter.days[0].amount, runningLoan.payoff);
  const correction = { amount: letter.days[0].amount + 100, reason: 'A bank fee.' };
  assert.equal(await next.codeOf('SignPayoffLetter', { id, correction }), 'NOT_FOUND');
  const signed = await lender.run('SignPayoffLetter', { id, correction });
  assert.deepEqual([signed.reason, signed.days[0].amount], ['A bank fee.', correction.amount]);
  assert.equal((await borrower.run('CancelLoan', { id: newId })).status, 'CANCELLED');
  assert.equal((await borrower.run('Refinanced', { id })).replacedBy, null);
}
