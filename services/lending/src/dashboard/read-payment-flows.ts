/** Reads the dated payments of all open loans of an account, in both roles. */

import { assertValid } from '@nameloan/contracts/field-errors';
import { pageErrors } from '@nameloan/persistence/reads/page';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { computePayoff } from '../escrow/stage.ts';
import { mapInTurns } from '../loan/map-in-turns.ts';
import type { RoleKey } from './open-loans.ts';
import { paymentKeys, readOpenLoans, roleKeys } from './open-loans.ts';
import type { PaymentFlow } from './payment-flows.ts';
import { compareFlows, computeFlowsEnd, listFlows } from './payment-flows.ts';

export interface PaymentFlows {
  /** At most the requested number; earliest first. */
  flows: PaymentFlow[];
  /** Number and sums of all of them. */
  total: number;
  incomingCents: number;
  outgoingCents: number;
  until: Date;
  /** False if the account has more open loans than are read. */
  complete: boolean;
}

/** Throws INVALID_INPUT for the limit. */
export async function readPaymentFlows(context: Context, limit: number): Promise<PaymentFlows> {
  assertValid(pageErrors({ page: 1, limit }));
  const at = now();
  const read = await Promise.all(roleKeys.map((as) => readOpenLoans(context, as)));
  const others = await readOthers(read.flatMap(({ loans }) => loans));
  const found = await Promise.all(
    read.map(({ loans }, index) =>
      mapInTurns(loans, (loan) =>
        listFlows(loan, index === 0 ? 'BORROWER' : 'LENDER', {
          now: at,
          other: others.get(findOtherId(loan) ?? ''),
        }),
      ),
    ),
  );
  const flows = found.flat(2).sort(compareFlows);
  const sum = (direction: PaymentFlow['direction']) =>
    flows
      .filter((flow) => flow.direction === direction)
      .reduce((all, { amountCents }) => all + amountCents, 0);
  return {
    flows: flows.slice(0, limit),
    total: flows.length,
    incomingCents: sum('IN'),
    outgoingCents: sum('OUT'),
    until: computeFlowsEnd(at),
    complete: read.every(({ complete }) => complete),
  };
}

/** Of a refinancing that has not closed. */
const findOtherId = ({ status, replacing, replacement }: Escrow): string | undefined =>
  status === 'NEW' ? replacing?.escrowId : replacement?.escrowId;

/** A party of one loan may be none of the other: an old lender, or a new one. */
function readOthers(loans: readonly Escrow[]): Promise<ReadonlyMap<string, Escrow>> {
  const ids = loans.map(findOtherId).filter((id) => id !== undefined);
  return escrows.findByIds([...new Set(ids)], paymentKeys);
}

/** Cents owed today on all running loans of a role, of claimed ones on the claimed day; null if not all were read. */
export async function sumPayoffs(context: Context, as: RoleKey): Promise<number | null> {
  const at = now();
  const { loans, complete } = await readOpenLoans(context, as);
  if (!complete) return null;
  const payoffs = await mapInTurns(loans, (loan) => computePayoff(loan, at) ?? 0);
  return payoffs.reduce((all, cents) => all + cents, 0);
}
