/** GraphQL resolvers for the payments and the balance of a loan. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { computeCureCents, computeLateCharges, findNextDue } from '../escrow/balance/next-due.ts';
import { readEscrow } from '../escrow/read-escrows.ts';
import { parseDay } from '../figures/figure-input.ts';
import type { Fields } from '../graphql.generated.ts';
import type { PaymentAnswer } from './answer-payment.ts';
import { answerPayment } from './answer-payment.ts';
import { readEnd } from './read-end.ts';
import { listPayments, readNewestPayments, readPaymentsByLoan } from './read-payments.ts';
import { reportLeg } from './report-leg.ts';
import { reportPayment } from './report-payment.ts';
import { sumPartPayments } from './sum-part-payments.ts';
import { viewBalance } from './view-balance.ts';

interface Target {
  id: string;
  paymentId: string;
}

const answer = (context: Context, { id: escrowId, paymentId }: Target, given: PaymentAnswer) =>
  answerPayment(signedIn(context), { escrowId, paymentId }, given);

const readDay = (on: string | null | undefined): Date => (on ? parseDay(on) : now());

const figures = {
  principal: ({ principalCents }: { principalCents: number }) => principalCents,
  interest: ({ interestCents }: { interestCents: number }) => interestCents,
  fees: ({ feesCents }: { feesCents: number }) => feesCents,
  defaultInterest: ({ defaultInterestCents }: { defaultInterestCents: number }) =>
    defaultInterestCents,
  credit: ({ creditCents }: { creditCents: number }) => creditCents,
  payoff: ({ payoffCents }: { payoffCents: number }) => payoffCents,
};

export const paymentFields = {
  Query: {
    escrowPayments: (_, { escrowId }, context) => listPayments(signedIn(context), escrowId),
    escrowBalance: async (_, { escrowId, on }, context) =>
      viewBalance(await readEscrow(signedIn(context), escrowId), readDay(on)),
  },
  Mutation: {
    reportPayment: (_, { id, amount: amountCents, leg, payee, ...report }, context) => {
      if (leg === 'ADVANCE')
        throw invalidInput({ leg: 'An advance is marked as paid, not reported.' });
      if ((leg === 'AMENDMENT') !== (report.amendment != null))
        throw invalidInput({ amendment: 'Only an AMENDMENT payment has a number, and needs one.' });
      if (
        payee === 'BORROWER' ||
        payee === 'OLD_LENDER' ||
        (payee === 'FORMER_LENDER' && leg !== 'REPAYMENT')
      )
        throw invalidInput({ payee: 'This payment goes to the lender.' });
      const toFormerLender = payee === 'FORMER_LENDER';
      return leg === 'REPAYMENT' || leg === 'AMENDMENT'
        ? reportPayment(signedIn(context), id, { ...report, amountCents, toFormerLender })
        : reportLeg(signedIn(context), id, { ...report, amountCents, leg });
    },
    confirmPayment: (_, { amount: amountCents, ...target }, context) =>
      answer(context, target, { kind: 'CONFIRM', amountCents }),
    denyPayment: (_, { reason, ...target }, context) =>
      answer(context, target, { kind: 'DENY', reason }),
    withdrawPayment: (_, target, context) => answer(context, target, { kind: 'WITHDRAW' }),
  },
  Escrow: {
    payments: async (escrow, { limit }, context) =>
      limit == null
        ? ((await load(context, { name: 'payments', id: escrow.id }, readPaymentsByLoan)) ?? [])
        : readNewestPayments(escrow, limit),
    advanced: (escrow) => (escrow.receipt === null ? 0 : sumAdvancedCents(escrow, now())),
    partPayments: sumPartPayments,
    balance: (escrow, { on }) =>
      escrow.receipt === null ? null : viewBalance(escrow, readDay(on)),
    nextDue: (escrow) => findNextDue(escrow, now()),
    cureAmount: (escrow) => computeCureCents(escrow, now()),
    lateFees: (escrow) => computeLateCharges(escrow, now()).feesCents,
    defaultInterest: (escrow) => computeLateCharges(escrow, now()).defaultInterestCents,
    endedBy: readEnd,
  },
  LoanPayment: {
    date: ({ valueDay }) => valueDay,
    amount: ({ amountCents }) => amountCents,
    confirmedAmount: ({ confirmedCents }) => confirmedCents,
    payee: ({ to, formerLenderId }) => (formerLenderId ? 'FORMER_LENDER' : to),
  },
  PartPayments: {
    total: ({ totalCents }) => totalCents,
  },
  LoanBalance: figures,
  BalanceFigures: figures,
  NextDue: {
    amount: ({ amountCents }) => amountCents,
  },
} satisfies Fields;
