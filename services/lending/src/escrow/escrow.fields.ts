/** Loans for people: field → use case. What is shown depends on who looks. */

import { now } from '@nameloan/service/clock.ts';
import type { Context } from '@nameloan/service/graphql/context.ts';
import { load, signedIn } from '@nameloan/service/graphql/context.ts';
import { collaterals } from '../collateral/collateral.model.ts';
import type { Fields } from '../graphql.generated.ts';
import type { EscrowRole } from '../loan/roles.ts';
import { discloseOf } from '../loan/show-disclosure.ts';
import { isFinal, statusLabels } from '../loan/status.ts';
import { standingOf } from './actions.ts';
import { contractPath, contractUrl, signedPdfUrl } from './contract-links.ts';
import { escrowKeys } from './escrow.keys.ts';
import type { Escrow } from './escrow.ts';
import { makePersonMove } from './make-person-move.ts';
import type { PersonMove } from './moves.ts';
import { finalizeMove, resolveMove, settleMove } from './moves.ts';
import type { Person } from './person.ts';
import { personIn, personOf } from './person.ts';
import { findEscrow, listDisputes, listEscrows, readEscrow, readHistory } from './read-escrows.ts';
import { disputeDates } from './settlement.ts';
import { graceEndsAt, payoffIfDenied, payoffNow, stageOf } from './stage.ts';
import { waitingFor } from './waiting-for.ts';
import { clockSteps } from './wanted-jobs.ts';

const transferringKeys = ['transferring'] as const;

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

export const escrowFields = {
  Query: {
    now: () => now(),
    borrowedEscrows: escrowKeys.in('escrows', (_, request, { keys, ...context }) =>
      listEscrows(signedIn(context), { as: 'borrowerId', keys }, request),
    ),
    lentEscrows: escrowKeys.in('escrows', (_, request, { keys, ...context }) =>
      listEscrows(signedIn(context), { as: 'lenderId', keys }, request),
    ),
    disputes: escrowKeys.in('escrows', (_, request, { keys, ...context }) =>
      listDisputes(signedIn(context), request, keys),
    ),
    escrow: escrowKeys.in(null, (_, { id }, { keys, ...context }) =>
      readEscrow(signedIn(context), id, keys),
    ),
    escrowHistory: (_, { escrowId, ...stretch }, context) =>
      readHistory(signedIn(context), escrowId, stretch),
  },
  Mutation: {
    cancelEscrow: (_, { id }, context) => move(context, id, { move: 'CANCEL' }),
    markPaid: (_, { id, ...note }, context) => move(context, id, { move: 'MARK_PAID', ...note }),
    confirmReceipt: (_, { id }, context) => move(context, id, { move: 'CONFIRM_RECEIPT' }),
    claimRepaid: (_, { id, ...note }, context) =>
      move(context, id, { move: 'CLAIM_REPAID', ...note }),
    denyRepaid: (_, { id, reason }, context) => move(context, id, { move: 'DENY_REPAID', reason }),
    escalate: (_, { id, ...why }, context) => move(context, id, { move: 'ESCALATE', ...why }),
    settleDispute: (_, { id, outcome }, context) => move(context, id, settleMove(outcome) as Move),
    resolveDispute: (_, { id, outcome, reason }, context) =>
      move(context, id, resolveMove(outcome, reason) as Move),
    finalize: (_, { id, outcome }, context) => move(context, id, finalizeMove(outcome) as Move),
  },
  Escrow: {
    __resolveReference: escrowKeys.referred(({ id }, { keys, ...context }) =>
      findEscrow(signedIn(context), id, keys),
    ),
    domain: ({ domainId }) => ({ id: domainId }),
    amount: ({ amountCents }) => amountCents,
    term: ({ termDays }) => termDays,
    apy: ({ rateBps }) => rateBps,
    label: ({ status }) => statusLabels[status],
    stage: (escrow) => stageOf(escrow, now()),
    borrower: ({ borrowerId }) => ({ id: borrowerId }),
    lender: ({ lenderId }) => ({ id: lenderId }),
    borrowerSigned: ({ borrowerSignedAt }) => borrowerSignedAt !== null,
    lenderSigned: ({ lenderSignedAt }) => lenderSignedAt !== null,
    borrowerContractUrl: async (escrow, _, context) =>
      contractUrl(escrow, 'BORROWER', await roleOf(escrow, context)),
    lenderContractUrl: async (escrow, _, context) =>
      contractUrl(escrow, 'LENDER', await roleOf(escrow, context)),
    signedPdfUrl: async (escrow, _, context) => signedPdfUrl(escrow, await roleOf(escrow, context)),
    contractPath: ({ id, contractSha256 }) => (contractSha256 === null ? null : contractPath(id)),
    role: (escrow, _, context) => roleOf(escrow, context),
    actions: async (escrow, _, context) =>
      standingOf(escrow, await roleOf(escrow, context), now()).open,
    blockedActions: async (escrow, _, context) =>
      standingOf(escrow, await roleOf(escrow, context), now()).blocked,
    waitingFor: async (escrow, _, context) => {
      const { domainId } = escrow;
      const collateral = await collaterals.findById(domainId, transferringKeys);
      const transferring = collateral?.transferring ?? false;
      return waitingFor(escrow, {
        now: now(),
        transferring,
        reader: await roleOf(escrow, context),
      });
    },
    receivedAt: ({ receipt }) => receipt?.at ?? null,
    receivedBy: ({ receipt }) => receipt?.by ?? null,
    graceEndsAt,
    deadlines: (escrow) => clockSteps(escrow, now()),
    renewUntil: ({ status, renewUntil }) => (isFinal(status) ? null : (renewUntil ?? null)),
    payoff: (escrow) => payoffNow(escrow, now()),
    payoffIfDenied: (escrow) => payoffIfDenied(escrow, now()),
    discharged: ({ dischargedCents }) => dischargedCents ?? null,
    disclosure: (escrow) => discloseOf(escrow, escrow.receipt?.at),
    repaymentClaim: ({ claim }) => claim,
    settlement: ({ settlement }) => settlement ?? null,
    disputeDates,
  },
  Escalation: {
    by: ({ by }) => (by === 'SYSTEM' ? null : by),
  },
} satisfies Fields;
