/** Random actions of three users at the same time, and of the clock: both loans of a refinancing always agree. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import { seeded } from '@nameloan/testkit/seeded';
import { escrows } from '../escrow/escrow.model.ts';
import { isFinal } from '../loan/status.ts';
import { passDays } from '../testing/pass-days.ts';
import {
  confirmPayment,
  denyPayment,
  reportPayment,
  withdrawPayment,
} from '../testing/payment-calls.ts';
import type { TestRefinance } from '../testing/refinances.ts';
import { createSignedRefinance, readLetter } from '../testing/refinances.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { listEventsAbout, mutateLoan, startLending } from '../testing/start-lending.ts';

const rounds = 25;
const steps = 8;
const atOnce = 3;

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

type Act = (pair: TestRefinance) => Promise<unknown>;

const lastLeg = async ({ next }: TestRefinance): Promise<string> =>
  (await escrows.get(next.id)).replacing?.legs.at(-1)?.id ?? 'none';

async function readRest({ old }: TestRefinance): Promise<number> {
  const { data } = await readLetter(old.lender, old.id);
  return data?.payoffLetter?.days[0]?.amount ?? 0;
}

const acts: readonly Act[] = [
  async (pair) => {
    const amount = Math.min(400_000, await readRest(pair));
    return reportPayment(pair.next.lender, pair.next, { leg: 'PAYOFF', amount });
  },
  async (pair) => {
    const amount = await readRest(pair);
    return reportPayment(pair.next.borrower, pair.next, { leg: 'TOP_UP', amount });
  },
  async (pair) => confirmPayment(pair.old.lender, pair.old.id, { paymentId: await lastLeg(pair) }),
  async (pair) => confirmPayment(pair.old.lender, pair.old.id, { paymentId: await lastLeg(pair) }),
  async (pair) => denyPayment(pair.old.lender, pair.old.id, { paymentId: await lastLeg(pair) }),
  async (pair) => withdrawPayment(pair.next.lender, pair.next.id, await lastLeg(pair)),
  ({ old }) => mutateLoan(old.lender, 'finalize', { id: old.id, more: ', outcome: RETURN' }),
  ({ old }) => mutateLoan(old.borrower, 'finalize', { id: old.id, more: ', outcome: SURRENDER' }),
  ({ next }) => mutateLoan(next.lender, 'cancelEscrow', next),
  ({ next }) => mutateLoan(next.borrower, 'cancelEscrow', next),
  () => passDays(service, 3),
];

/** What must hold after every step. */
async function assertSound({ old, next }: TestRefinance): Promise<void> {
  const [was, is] = await Promise.all([escrows.get(old.id), escrows.get(next.id)]);
  const state = `${was.status} ${was.endedBy ?? ''}, ${is.status}`;
  const closed = was.endedBy === 'REFINANCED';
  assert.equal(is.receipt !== null, closed, `the new loan runs only after the old one: ${state}`);
  if (isFinal(was.status) && !closed) assert.equal(is.status, 'CANCELLED', state);
  if (is.status === 'NEW') assert.equal(was.replacement?.escrowId, next.id, state);
  if (is.status === 'CANCELLED' && !isFinal(was.status)) assert.equal(was.replacement, null, state);
}

test('whatever three users do at the same time, one loan holds the domain, and it is released at most once', async () => {
  const random = seeded(20_261_128);
  const ends = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    const pair = await createSignedRefinance(service, { amount: 400_000 });
    for (let step = 0; step < steps; step++) {
      const chosen = Array.from({ length: atOnce }, () => random.pick(acts));
      await Promise.all(chosen.map((act) => act(pair)));
      await assertSound(pair);
    }
    await service.settle();
    const about = (subject: string, id: string) =>
      listEventsAbout(service, `lending.escrow.collateral-${subject}`, { escrowId: id }).length;
    const { endedBy, status } = await escrows.get(pair.old.id);
    const oldEnds = about('released', pair.old.id) + about('seized', pair.old.id);
    const moved = about('moved', pair.next.id);
    assert.equal(moved, endedBy === 'REFINANCED' ? 1 : 0);
    assert.equal(oldEnds, isFinal(status) && moved === 0 ? 1 : 0, 'released or moved, not both');
    ends.add(endedBy ?? status);
  }
  assert.ok(ends.has('REFINANCED') && ends.size >= 3, [...ends].join());
});
