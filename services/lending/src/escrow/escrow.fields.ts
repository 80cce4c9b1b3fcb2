/** Loans for people: field → use case. What is shown depends on who looks. */

import { now } from '@nameloan/service/clock.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { discloseOf } from '../loan/show-disclosure.ts';
import { statusLabels } from '../loan/status.ts';
import type { PageRequest } from '../page.ts';
import { actionsFor } from './actions.ts';
import { contractUrl, signedPdfUrl } from './contract-links.ts';
import type { Escrow } from './escrow.ts';
import { makePersonMove } from './make-person-move.ts';
import type { FinalizeOutcome, PaymentInput, PersonMove, ResolveOutcome } from './moves.ts';
import { finalizeMove, resolveMove } from './moves.ts';
import type { Person } from './person.ts';
import { personIn, personOf } from './person.ts';
import {
  listEscalated,
  listEscrows,
  readEscrow,
  readEscrows,
  readHistory,
} from './read-escrows.ts';
import { payoffNow, stageOf } from './stage.ts';

type ById = { id: string };
type Move = Exclude<PersonMove, { move: 'SIGN' }>;

const move = (context: Context, id: string, input: Move) =>
  makePersonMove(signedIn(context), id, input);

/** The viewer's role; one read of the viewer's rights serves a whole request. */
async function roleOf(escrow: Escrow, context: Context): Promise<EscrowRole> {
  const actor = signedIn(context);
  const person = await load<Person>(
    context,
    { name: 'viewer', id: actor.accountId },
    async () => new Map([[actor.accountId, await personOf(actor)]]),
  );
  return personIn(escrow, person ?? { accountId: actor.accountId, name: '', operator: false }).by
    .role;
}

const finalize = (
  _: unknown,
  { id, outcome }: ById & { outcome: FinalizeOutcome },
  context: Context,
) => move(context, id, finalizeMove(outcome) as Move);

const resolve = (
  _: unknown,
  { id, outcome, reason }: ById & { outcome: ResolveOutcome; reason: string },
  context: Context,
) => move(context, id, resolveMove(outcome, reason) as Move);

export const escrowFields = {
  Query: {
    borrowedEscrows: (_: unknown, request: PageRequest, context: Context) =>
      listEscrows(signedIn(context), 'borrowerId', request),
    lentEscrows: (_: unknown, request: PageRequest, context: Context) =>
      listEscrows(signedIn(context), 'lenderId', request),
    escalatedEscrows: (_: unknown, request: PageRequest, context: Context) =>
      listEscalated(signedIn(context), request),
    escrow: (_: unknown, { id }: ById, context: Context) => readEscrow(signedIn(context), id),
    escrowHistory: (_: unknown, { escrowId }: { escrowId: string }, context: Context) =>
      readHistory(signedIn(context), escrowId),
  },
  Mutation: {
    cancelEscrow: (_: unknown, { id }: ById, context: Context) =>
      move(context, id, { move: 'CANCEL' }),
    markPaid: (_: unknown, { id, ...note }: ById & PaymentInput, context: Context) =>
      move(context, id, { move: 'MARK_PAID', ...note }),
    confirmReceipt: (_: unknown, { id }: ById, context: Context) =>
      move(context, id, { move: 'CONFIRM_RECEIPT' }),
    claimRepaid: (_: unknown, { id, ...note }: ById & PaymentInput, context: Context) =>
      move(context, id, { move: 'CLAIM_REPAID', ...note }),
    denyRepaid: (_: unknown, { id, reason }: ById & { reason: string }, context: Context) =>
      move(context, id, { move: 'DENY_REPAID', reason }),
    escalate: (
      _: unknown,
      { id, ...why }: ById & { reason?: string; evidence?: string },
      context: Context,
    ) => move(context, id, { move: 'ESCALATE', ...why }),
    resolveDispute: resolve,
    finalize,
  },
  Escrow: {
    __resolveReference: ({ id }: ById, context: Context) =>
      load(context, { name: 'escrow', id }, (ids) => readEscrows(signedIn(context), ids)),
    domain: ({ domainId }: Escrow) => ({ id: domainId }),
    amount: ({ amountCents }: Escrow) => amountCents,
    term: ({ termDays }: Escrow) => termDays,
    apy: ({ rateBps }: Escrow) => rateBps,
    label: ({ status }: Escrow) => statusLabels[status],
    stage: (escrow: Escrow) => stageOf(escrow, now()),
    borrower: ({ borrowerId }: Escrow) => ({ id: borrowerId }),
    lender: ({ lenderId }: Escrow) => ({ id: lenderId }),
    borrowerSigned: ({ borrowerSignedAt }: Escrow) => borrowerSignedAt !== null,
    lenderSigned: ({ lenderSignedAt }: Escrow) => lenderSignedAt !== null,
    borrowerContractUrl: async (escrow: Escrow, _: unknown, context: Context) =>
      contractUrl(escrow, 'BORROWER', await roleOf(escrow, context)),
    lenderContractUrl: async (escrow: Escrow, _: unknown, context: Context) =>
      contractUrl(escrow, 'LENDER', await roleOf(escrow, context)),
    signedPdfUrl: async (escrow: Escrow, _: unknown, context: Context) =>
      signedPdfUrl(escrow, await roleOf(escrow, context)),
    role: (escrow: Escrow, _: unknown, context: Context) => roleOf(escrow, context),
    actions: async (escrow: Escrow, _: unknown, context: Context) =>
      actionsFor(escrow, await roleOf(escrow, context), now()),
    receivedAt: ({ receipt }: Escrow) => receipt?.at ?? null,
    payoff: (escrow: Escrow) => payoffNow(escrow, now()),
    disclosure: (escrow: Escrow) => discloseOf(escrow, escrow.receipt?.at),
    repaymentClaim: ({ claim }: Escrow) => claim,
  },
};
