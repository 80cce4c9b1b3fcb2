/** GraphQL resolvers for the amendments of a loan. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { load, signedIn } from '@nameloan/subgraph/graphql/context';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findViewerRole } from '../escrow/find-viewer-role.ts';
import {
  computeLapseAt,
  computeProposalEnd,
} from '../escrow/transition/amendment/amendment-deadlines.ts';
import { listExtensionDays } from '../escrow/transition/amendment/changed-terms.ts';
import type { AmendmentTermsInput, Fields, PlanInput } from '../graphql.generated.ts';
import type { Amendment } from '../loan/amendment.ts';
import { buildAmendmentId, findPayer } from '../loan/amendment.ts';
import { planResolvers } from '../loan/plan/plan.fields.ts';
import type { AmendmentAnswer } from './answer-amendment.ts';
import { answerAmendment } from './answer-amendment.ts';
import { readPresentTerms } from './present-terms.ts';
import { compareRemaining, previewAmendment } from './preview-amendment.ts';
import type { Proposal } from './propose-amendment.ts';
import { proposeAmendment } from './propose-amendment.ts';
import { buildAmendmentUrl, listAmendments, readAmendmentsByLoan } from './read-amendments.ts';
import { settleDispute } from './settle-dispute.ts';

interface Target {
  id: string;
  n: number;
}

const answer = (context: Context, { id: escrowId, n: seq }: Target, given: AmendmentAnswer) =>
  answerAmendment(signedIn(context), { escrowId, seq }, given);

interface ProposalInput {
  terms: AmendmentTermsInput;
  fee: number;
  message?: string | null | undefined;
}

const planInputs = [
  'period',
  'instalments',
  'balloonOf',
  'rows',
  'early',
  'lateFee',
  'lateFeeCap',
  'defaultRate',
] as const;

/** Throws INVALID_INPUT for fields of a plan without its kind. */
function readPlanInput({ plan: kind, ...fields }: AmendmentTermsInput): PlanInput | null {
  const given = planInputs.filter((field) => fields[field] != null);
  if (kind == null && given.length > 0)
    throw invalidInput({ 'terms.plan': 'Choose how the loan is repaid.' });
  if (kind == null) return null;
  return { kind, ...Object.fromEntries(given.map((field) => [field, fields[field]])) };
}

const readProposal = ({ terms, fee, message }: ProposalInput): Omit<Proposal, 'kind'> => ({
  terms: {
    due: terms.due == null ? null : new Date(`${terms.due}T00:00:00.000Z`),
    rateBps: terms.rate ?? null,
    amountCents: terms.amount ?? null,
    lateFeesCents: terms.lateFees ?? null,
    defaultInterestCents: terms.defaultInterest ?? null,
  },
  plan: readPlanInput(terms),
  interest: terms.interest ?? 'KEEP',
  feeCents: fee,
  message: message ?? null,
});

async function readLoans(ids: readonly string[]): Promise<Map<string, Escrow>> {
  const found = await escrows.findMany({ _id: { $in: [...ids] } });
  return new Map(found.map((escrow) => [escrow.id, escrow]));
}

async function findUrl(amendment: Amendment, context: Context): Promise<string | null> {
  const escrow = await load(context, { name: 'amended', id: amendment.escrowId }, readLoans);
  return escrow ? buildAmendmentUrl(amendment, await findViewerRole(escrow, context)) : null;
}

/** For the parties of a signing page, whose link can be forwarded. */
async function readRemaining({ id, escrowId }: Amendment, context: Context) {
  const { actor } = context;
  const escrow = await load(context, { name: 'amended', id: escrowId }, readLoans);
  if (!escrow || actor.kind !== 'account') return null;
  const isParty = [escrow.borrowerId, escrow.lenderId].includes(actor.accountId);
  const isLive = escrow.amendment && id === buildAmendmentId(escrowId, escrow.amendment.seq);
  return isParty && isLive ? compareRemaining(escrow) : null;
}

/** What it still waits for. */
function findEnd({ status, ...amendment }: Amendment): Date | null {
  if (status !== 'PROPOSED' && status !== 'AGREED' && status !== 'AWAITING_MONEY') return null;
  const live = { amendment: { ...amendment, status } };
  return computeProposalEnd(live) ?? computeLapseAt(live);
}

/** What its document states too. */
const statedFields = {
  n: ({ seq }: Amendment) => seq,
  terms: (amendment: Amendment) => amendment,
  fee: ({ feeCents }: Amendment) => feeCents,
  amountDue: ({ dueCents }: Amendment) => (dueCents > 0 ? dueCents : null),
  payer: (amendment: Amendment) => (amendment.dueCents > 0 ? findPayer(amendment) : null),
};

/** Null for the terms of other kinds. */
const planOfTerms = Object.fromEntries(
  Object.entries(planResolvers).map(([name, resolve]) => [
    name,
    ({ terms }: Amendment) => (terms.plan ? resolve(terms) : null),
  ]),
) as {
  [F in keyof typeof planResolvers]: (
    of: Amendment,
  ) => ReturnType<(typeof planResolvers)[F]> | null;
};

export const amendmentFields = {
  Query: {
    escrowAmendments: (_, { escrowId }, context) => listAmendments(signedIn(context), escrowId),
    amendmentPreview: (_, { escrowId, kind, ...proposal }, context) => {
      const { message: _message, ...terms } = readProposal(proposal);
      return previewAmendment(signedIn(context), escrowId, { ...terms, kind });
    },
  },
  Mutation: {
    proposeAmendment: (_, { id, kind, ...proposal }, context) =>
      proposeAmendment(signedIn(context), id, { ...readProposal(proposal), kind }),
    counterAmendment: (_, { id, n, ...proposal }, context) =>
      proposeAmendment(signedIn(context), id, {
        ...readProposal(proposal),
        kind: { counterOf: n },
      }),
    agreeToAmendment: (_, target, context) => answer(context, target, { kind: 'AGREE' }),
    declineAmendment: (_, { reason, ...target }, context) =>
      answer(context, target, { kind: 'DECLINE', reason }),
    settleDispute: (_, settlement, context) => settleDispute(signedIn(context), settlement),
    withdrawAmendment: (_, target, context) => answer(context, target, { kind: 'WITHDRAW' }),
  },
  Escrow: {
    presentTerms: readPresentTerms,
    extensionDays: (escrow) => listExtensionDays(escrow, now()),
    termsChangedOn: ({ amended }) => amended?.effectiveOn ?? null,
    amendments: async ({ id }, _, context) =>
      (await load(context, { name: 'amendments', id }, readAmendmentsByLoan)) ?? [],
  },
  Amendment: {
    ...statedFields,
    sealed: ({ sealedAt }) => Boolean(sealedAt),
    expiresAt: findEnd,
    contractUrl: (amendment, _, context) => findUrl(amendment, context),
  },
  SignedAmendment: {
    ...statedFields,
    remaining: async (amendment, _, context) =>
      (await readRemaining(amendment, context))?.changed ?? null,
    presentRemaining: async (amendment, _, context) =>
      (await readRemaining(amendment, context))?.present ?? null,
  },
  AmendmentPreview: {
    amountDue: ({ dueCents }) => (dueCents > 0 ? dueCents : null),
    payer: ({ dueCents, kind }) => (dueCents > 0 ? findPayer({ kind }) : null),
    payoff: ({ payoffCents }) => payoffCents,
    presentOn: ({ present }) => present.on,
    presentPayoff: ({ present }) => present.payoffCents,
    presentNextDue: ({ present }) => present.nextDue,
    presentRemaining: ({ present }) => present.remaining,
  },
  RemainingPayments: {
    total: ({ totalCents }) => totalCents,
  },
  PresentTerms: {
    ...planResolvers,
    rate: ({ rateBps }) => rateBps,
  },
  AmendmentTerms: {
    ...planOfTerms,
    due: ({ terms }) => terms.due ?? null,
    amount: ({ terms }) => terms.amountCents ?? null,
    rate: ({ terms }) => terms.rateBps ?? null,
    lateFees: ({ terms }) => terms.lateFeesCents ?? null,
    defaultInterest: ({ terms }) => terms.defaultInterestCents ?? null,
  },
} satisfies Fields;
