/** GraphQL resolvers for loans. What they show depends on the viewer. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { utcDay } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { collaterals } from '../collateral/collateral.model.ts';
import type { Fields } from '../graphql.generated.ts';
import { findLoanAccrual } from '../loan/accrual.ts';
import { buildDisclosure } from '../loan/build-disclosure.ts';
import { shownHoldSince } from '../loan/loan-hold.ts';
import { planResolvers } from '../loan/plan/plan.fields.ts';
import { readContinuation } from '../loan/read-continuation.ts';
import { parties } from '../loan/roles.ts';
import { isFinal, statusLabels } from '../loan/status.ts';
import { access } from '../service-context.ts';
import { listActionButtons } from './action-buttons.ts';
import { findAvailableActions } from './available-actions.ts';
import { computeAccelerationEnd } from './balance/due-date.ts';
import { addCaseNote } from './case-note/add-case-note.ts';
import { readCaseNotes } from './case-note/read-case-notes.ts';
import { buildContractPath, buildContractUrl, buildSignedPdfUrl } from './contract-links.ts';
import { describeHistoryEntry } from './describe-history.ts';
import { escrowProjection } from './escrow.projection.ts';
import type { Escrow } from './escrow.ts';
import { findViewerRole } from './find-viewer-role.ts';
import { findHeldState, findSeizedAt } from './held.ts';
import { buildSchedule } from './instalment/schedule.ts';
import { describeNextAction } from './next-step/waiting-for.ts';
import { waitingLabels } from './next-step/waiting-labels.ts';
import { describeWhatNext } from './next-step/what-next.ts';
import {
  findEscrow,
  listDisputes,
  listEscrows,
  listHeld,
  readEscrow,
  readHistory,
} from './read-escrows.ts';
import { readBorrowerRecords, readLenderRecords } from './read-track-records.ts';
import { computeDisputeDates, isDecisionOverdue } from './settlement.ts';
import { computeGraceEnd, computePayoff, computePayoffIfDenied, computeStage } from './stage.ts';
import { applyUserTransition } from './transition/apply-user-transition.ts';
import { listScheduledTransitions } from './transition/escrow-jobs.ts';
import { computeFundingDueAt, computeMarkLapseAt } from './transition/funding.ts';
import { listRejectable } from './transition/payment/reject-deemed.ts';
import type { UserTransition } from './transition/transitions.ts';
import { transitions } from './transition/transitions.ts';

const transferringKeys = ['transferring'] as const;

type FormInput = Exclude<UserTransition, { transition: 'SIGN' | 'PAYMENT_DETAILS' }>;

const applyInput = (context: Context, id: string, input: FormInput) =>
  applyUserTransition(signedIn(context), id, input);

async function buildWaitContext(escrow: Escrow, context: Context) {
  const collateral = await collaterals.findById(escrow.domainId, transferringKeys);
  const transferring = collateral?.transferring ?? false;
  return { now: now(), transferring, reader: await findViewerRole(escrow, context) };
}

export const escrowFields = {
  Query: {
    now: () => now(),
    borrowedEscrows: escrowProjection.forSelection('escrows', (_, request, { keys, ...context }) =>
      listEscrows(signedIn(context), { as: 'borrowerId', keys }, request),
    ),
    lentEscrows: escrowProjection.forSelection('escrows', (_, request, { keys, ...context }) =>
      listEscrows(signedIn(context), { as: 'lenderId', keys }, request),
    ),
    disputes: escrowProjection.forSelection('escrows', (_, request, { keys, ...context }) =>
      listDisputes(signedIn(context), request, keys),
    ),
    heldEscrows: escrowProjection.forSelection('escrows', (_, request, { keys, ...context }) =>
      listHeld(signedIn(context), request, keys),
    ),
    escrow: escrowProjection.forSelection(null, (_, { id }, { keys, ...context }) =>
      readEscrow(signedIn(context), id, keys),
    ),
    escrowHistory: (_, { escrowId, ...cursorPage }, context) =>
      readHistory(signedIn(context), escrowId, cursorPage),
  },
  Mutation: {
    cancelEscrow: (_, { id }, context) => applyInput(context, id, { transition: 'CANCEL' }),
    markPaid: (_, { id, ...note }, context) =>
      applyInput(context, id, { transition: 'MARK_PAID', ...note }),
    confirmReceipt: (_, { id }, context) =>
      applyInput(context, id, { transition: 'CONFIRM_RECEIPT' }),
    withdrawClaim: (_, { id }, context) =>
      applyInput(context, id, { transition: 'WITHDRAW_CLAIM' }),
    evidenceDone: (_, { id }, context) => applyInput(context, id, { transition: 'EVIDENCE_DONE' }),
    claimRepaid: (_, { id, ...note }, context) =>
      applyInput(context, id, { transition: 'CLAIM_REPAID', ...note }),
    denyRepaid: (_, { id, reason }, context) =>
      applyInput(context, id, { transition: 'DENY_REPAID', reason }),
    accelerate: async (_, { id, reason }, context) => {
      await access.fresh(signedIn(context));
      return applyInput(context, id, { transition: 'ACCELERATE', reason: reason ?? null });
    },
    escalate: (_, { id, ...why }, context) =>
      applyInput(context, id, { transition: 'ESCALATE', ...why }),
    resolveDispute: async (_, { id, outcome, maySeize, reason, rejectPayments }, context) => {
      const chosen = readContinuation(outcome, maySeize);
      if (rejectPayments?.length && outcome !== 'CONTINUE')
        throw invalidInput({ rejectPayments: 'Only possible with the outcome CONTINUE.' });
      if (chosen !== 'CONTINUE') await access.fresh(signedIn(context));
      return applyInput(context, id, {
        transition: `RESOLVE_${chosen}`,
        ...{ reason, rejectPayments: rejectPayments ?? null },
      });
    },
    releaseHeld: async (_, { id, to }, context) => {
      await access.fresh(signedIn(context));
      return applyInput(context, id, { transition: `RELEASE_${to}` });
    },
    addCaseNote: (_, { id, note }, context) => addCaseNote(signedIn(context), id, note),
    finalize: async (_, { id, outcome, claimId }, context) => {
      if (claimId != null && outcome !== 'RETURN')
        throw invalidInput({ claimId: 'claimId is only possible with the outcome RETURN.' });
      await access.fresh(signedIn(context));
      if (outcome === 'SURRENDER') await access.keepsEmail(signedIn(context));
      return applyInput(context, id, {
        transition: `FINALIZE_${outcome}`,
        claimId: claimId ?? null,
      });
    },
  },
  Escrow: {
    __resolveReference: escrowProjection.forReference(({ id }, { keys, ...context }) =>
      findEscrow(signedIn(context), id, keys),
    ),
    domain: ({ domainId }) => ({ id: domainId }),
    amount: ({ amountCents }) => amountCents,
    term: ({ termDays }) => termDays,
    rate: ({ rateBps }) => rateBps,
    ...planResolvers,
    accrual: findLoanAccrual,
    schedule: (escrow) => buildSchedule(escrow, now()),
    acceleratedAt: ({ acceleratedAt }) => acceleratedAt ?? null,
    accelerationEndsAt: computeAccelerationEnd,
    label: ({ status }) => statusLabels[status],
    stage: (escrow) => computeStage(escrow, now()),
    borrower: ({ borrowerId }) => ({ id: borrowerId }),
    lender: ({ lenderId }) => ({ id: lenderId }),
    borrowerSigned: ({ borrowerSignedAt }) => borrowerSignedAt !== null,
    lenderSigned: ({ lenderSignedAt }) => lenderSignedAt !== null,
    borrowerContractUrl: async (escrow, _, context) =>
      buildContractUrl(escrow, 'BORROWER', await findViewerRole(escrow, context)),
    lenderContractUrl: async (escrow, _, context) =>
      buildContractUrl(escrow, 'LENDER', await findViewerRole(escrow, context)),
    signedPdfUrl: async (escrow, _, context) =>
      buildSignedPdfUrl(escrow, await findViewerRole(escrow, context)),
    contractPath: ({ id, contractSha256 }) =>
      contractSha256 === null ? null : buildContractPath(id),
    trackRecord: async (escrow, _, context) => {
      const role = await findViewerRole(escrow, context);
      if (role === 'OPERATOR') return null;
      return role === 'BORROWER'
        ? load(context, { name: 'lender’s record', id: escrow.lenderId }, readLenderRecords)
        : load(context, { name: 'borrower’s record', id: escrow.borrowerId }, readBorrowerRecords);
    },
    role: (escrow, _, context) => findViewerRole(escrow, context),
    actions: async (escrow, _, context) =>
      findAvailableActions(escrow, await findViewerRole(escrow, context), now()).open,
    blockedActions: async (escrow, _, context) =>
      findAvailableActions(escrow, await findViewerRole(escrow, context), now()).blocked,
    actionButtons: async (escrow, _, context) =>
      listActionButtons(escrow, await findViewerRole(escrow, context), now()),
    waitingFor: async (escrow, _, context) =>
      describeNextAction(escrow, await buildWaitContext(escrow, context)),
    whatNext: async (escrow, _, context) =>
      describeWhatNext(escrow, await buildWaitContext(escrow, context)).message,
    whatNextAt: async (escrow, _, context) =>
      describeWhatNext(escrow, await buildWaitContext(escrow, context)).at,
    held: (escrow) => {
      const state = findHeldState(escrow);
      return state && { state, since: escrow.statusAt, release: escrow.heldRelease ?? null };
    },
    seizedAt: findSeizedAt,
    knownClaims: ({ knownClaims }) => knownClaims ?? null,
    legalHoldSince: shownHoldSince,
    caseNotes: async (escrow, _, context) =>
      (await findViewerRole(escrow, context)) === 'OPERATOR'
        ? ((await load(context, { name: 'case notes', id: escrow.id }, readCaseNotes)) ?? [])
        : [],
    receivedAt: ({ receipt }) => receipt?.at ?? null,
    receivedBy: ({ receipt }) => receipt?.by ?? null,
    graceEndsAt: computeGraceEnd,
    deadlines: (escrow) => listScheduledTransitions(escrow, now()),
    renewUntil: ({ status, renewUntil }) => (isFinal(status) ? null : (renewUntil ?? null)),
    payoff: (escrow) => computePayoff(escrow, now()),
    payoffIfDenied: (escrow) => computePayoffIfDenied(escrow, now()),
    discharged: ({ dischargedCents }) => dischargedCents ?? null,
    disclosure: (escrow) =>
      buildDisclosure({ ...escrow, accrual: findLoanAccrual(escrow) }, escrow.receipt?.at),
    repaymentClaim: ({ claim }) => claim,
    settlement: ({ settlement }) => settlement ?? null,
    disputeDates: computeDisputeDates,
    evidenceDone: ({ status, escalation }) =>
      status === 'ESCALATED' ? parties.filter((party) => escalation?.evidenceDone?.[party]) : [],
    decisionDueAt: (escrow) => computeDisputeDates(escrow)?.decisionDue ?? null,
    decisionOverdue: (escrow) => isDecisionOverdue(escrow, now()),
    rejectablePayments: listRejectable,
    maySeize: ({ maySeize }) => maySeize ?? false,
    sentEvidenceIds: ({ sentEvidenceIds }) => sentEvidenceIds ?? [],
    today: () => utcDay(now()),
    fundingDueAt: computeFundingDueAt,
    markLapsesAt: computeMarkLapseAt,
    paymentDetailsRequired: ({ status, markLapsedAt }) =>
      status === 'DOMAIN_IN_CUSTODY' && Boolean(markLapsedAt),
  },
  HeldCase: {
    releasedTo: ({ release }) => release?.to ?? null,
    releasedAt: ({ release }) => release?.at ?? null,
    releasedBy: ({ release }) => release?.by ?? null,
  },
  EscrowHistoryEntry: {
    text: describeHistoryEntry,
  },
  Settlement: {
    outcome: ({ outcome }) => (outcome === 'CONTINUE_MAY_SEIZE' ? 'CONTINUE' : outcome),
    maySeize: ({ outcome }) => outcome === 'CONTINUE_MAY_SEIZE',
    label: ({ outcome }) => transitions[`SETTLE_${outcome}`].choice?.label ?? outcome,
  },
  WaitingFor: {
    label: ({ action }) => action && waitingLabels[action],
  },
  Escalation: {
    by: ({ by }) => (by === 'SYSTEM' ? null : by),
  },
} satisfies Fields;
