/** GraphQL resolvers for the sales of loans. */

import { addDays } from '@nameloan/loan-math/calendar-day';
import { now } from '@nameloan/runtime/clock';
import type { Context } from '@nameloan/subgraph/graphql/context';
import { signedIn } from '@nameloan/subgraph/graphql/context';
import { readPresentTerms } from '../amendment/present-terms.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { findViewerRole } from '../escrow/find-viewer-role.ts';
import { buildSchedule } from '../escrow/instalment/schedule.ts';
import { computeStage } from '../escrow/stage.ts';
import type { Assignment } from '../escrow/transition/assignment/assignment.model.ts';
import type { Fields } from '../graphql.generated.ts';
import type { ClosedSale, SaleParty } from '../loan/assignment/assignment.ts';
import { findLastSellerDay } from '../loan/assignment/former-lender.ts';
import { parties } from '../party/party.model.ts';
import { viewBalance } from '../payment/view-balance.ts';
import { buildDeedConsentText } from '../pdf/terms.ts';
import { access } from '../service-context.ts';
import { acceptAssignment } from './accept-assignment.ts';
import { buildDeedPath, buildSaleUrl } from './assignment-links.ts';
import { findStepTime, hasExpired, listSteps, statusTexts } from './assignment-steps.ts';
import { confirmAssignment, resolveAssignment } from './close-assignment.ts';
import type { FoundAssignment } from './find-assignment.ts';
import { offerAssignment } from './offer-assignment.ts';
import { readPricePayee } from './price-payee.ts';
import { signAssignment } from './sign-assignment.ts';
import type { Statement } from './take-step.ts';
import { takeStep } from './take-step.ts';
import type { SaleEvidence, ViewedSale } from './view-assignment.ts';
import {
  computeOwedOnCents,
  findOpenSale,
  followsLoan,
  listAssignments,
  listSaleEvidence,
  listSalePayments,
  readAssignment,
} from './view-assignment.ts';

const reload = (context: Context, { id }: Assignment): Promise<FoundAssignment> =>
  readAssignment(signedIn(context), id);

const take = async (context: Context, token: string, statement: Statement) =>
  reload(context, await takeStep(signedIn(context), token, statement));

const findSignedAt = ({ assignment }: FoundAssignment, party: SaleParty): Date | null =>
  assignment.signatures.find((one) => one.party === party)?.at ?? null;

const isBound = ({ role }: FoundAssignment): boolean => role !== 'VISITOR';

/** Who is, or was, a party of the loan. */
const seesLoan = ({ role, assignment }: FoundAssignment): boolean =>
  role === 'SELLER' || (assignment.status === 'CLOSED' && role !== 'OPERATOR');

const statusOf = ({ assignment }: FoundAssignment): Assignment['status'] =>
  hasExpired(assignment, now()) ? 'EXPIRED' : assignment.status;

/** Stated by the record. */
const recordFields = {
  id: ({ assignment }: FoundAssignment) => assignment.id,
  domainName: ({ assignment }: FoundAssignment) => assignment.domainName,
  price: ({ assignment }: FoundAssignment) => assignment.priceCents,
  day: ({ assignment }: FoundAssignment) => assignment.day,
  expires: ({ assignment }: FoundAssignment) => addDays(assignment.expiresAt, -1),
  sellerName: ({ assignment }: FoundAssignment) => assignment.sellerName,
  buyerName: ({ assignment }: FoundAssignment) => assignment.buyerName,
  sha256: ({ assignment }: FoundAssignment) => assignment.sha256,
  deedOwed: ({ assignment }: FoundAssignment) => assignment.owedCents,
  sealed: ({ assignment }: FoundAssignment) => assignment.sealedSha256 !== null,
  acceptedAt: ({ assignment }: FoundAssignment) => assignment.acceptedAt,
  sent: ({ assignment }: FoundAssignment) => assignment.sent,
  disputedAt: ({ assignment }: FoundAssignment) => assignment.disputedAt,
  reason: ({ assignment }: FoundAssignment) => assignment.reason,
  decision: ({ assignment }: FoundAssignment) => assignment.decision,
  endedAt: ({ assignment }: FoundAssignment) => assignment.endedAt,
};

/** Of the loan. */
const loanFields = {
  unicodeName: ({ escrow }: FoundAssignment) => escrow.unicodeName,
  amount: ({ escrow }: FoundAssignment) => escrow.amountCents,
  terms: ({ escrow }: FoundAssignment) => readPresentTerms(escrow),
  receivedOn: ({ escrow }: FoundAssignment) => escrow.receipt?.at ?? null,
  loanStatus: ({ escrow }: FoundAssignment) => escrow.status,
  stage: (sale: FoundAssignment) => (followsLoan(sale) ? computeStage(sale.escrow, now()) : null),
  defaultSince: (sale: FoundAssignment) => (followsLoan(sale) ? sale.escrow.noticeAt : null),
  balance: ({ escrow, assignment }: FoundAssignment) => viewBalance(escrow, assignment.day),
  schedule: (sale: FoundAssignment) => (followsLoan(sale) ? buildSchedule(sale.escrow, now()) : []),
  contractSha256: ({ escrow, assignment }: FoundAssignment) =>
    assignment.contractSha256 ?? escrow.contractSha256,
  amendmentSha256: ({ escrow, assignment }: FoundAssignment) =>
    assignment.sha256 ? assignment.amendmentSha256 : (escrow.amended?.sha256 ?? null),
};

/** The parties of the sale and the borrower read the deed. */
const seesDeed = (
  { borrowerId }: Escrow,
  { sellerId, buyerId }: ClosedSale,
  accountId: string,
): boolean => [borrowerId, sellerId, buyerId].includes(accountId);

export const assignmentFields = {
  Query: {
    assignment: (_, { token }, context) => readAssignment(signedIn(context), token),
    assignments: (_, { disputed }, context) => listAssignments(signedIn(context), { disputed }),
  },
  Mutation: {
    offerAssignment: async (_, { id, price: priceCents, ...days }, context) => {
      const actor = await access.unrestricted(signedIn(context));
      return reload(context, await offerAssignment(actor, id, { ...days, priceCents }));
    },
    acceptAssignment: async (_, { token, payeeId = null }, context) => {
      const actor = await access.unrestricted(signedIn(context));
      // As for a choice of where a loan is paid.
      if (payeeId) await access.keepsEmail(await access.fresh(actor));
      return reload(context, await acceptAssignment(actor, { token, payeeId: payeeId ?? null }));
    },
    signAssignment: async (_, { address, sha256, ...input }, context) => {
      const actor = signedIn(context);
      const signer = { actor, proof: await access.signer(actor) };
      const signing = { ...input, address: address ?? null, sha256: sha256 ?? null };
      return reload(context, await signAssignment(signer, signing));
    },
    markAssignmentSent: (_, { token, ...price }, context) =>
      take(context, token, { step: 'SEND', ...price }),
    confirmAssignment: async (_, { token }, context) => {
      const actor = await access.fresh(signedIn(context));
      // A thief who changes the address would sell the loan before its owner can stop that.
      await access.keepsEmail(actor);
      return reload(context, await confirmAssignment(actor, token));
    },
    denyAssignment: (_, { token, reason }, context) =>
      take(context, token, { step: 'DENY', reason }),
    withdrawAssignment: (_, { token }, context) => take(context, token, { step: 'WITHDRAW' }),
    declineAssignment: (_, { token, reason }, context) =>
      take(context, token, { step: 'DECLINE', reason: reason ?? null }),
    resolveAssignment: async (_, { token, ...decision }, context) => {
      const actor = await access.fresh(signedIn(context));
      return reload(context, await resolveAssignment(actor, token, decision));
    },
  },
  Escrow: {
    assignment: async (escrow, _, context) =>
      escrow.sale && (await findViewerRole(escrow, context)) === 'LENDER'
        ? findOpenSale(escrow)
        : null,
    sales: (escrow, _, context) =>
      (escrow.sales ?? []).map((sale): ViewedSale => {
        const isReader = seesDeed(escrow, sale, signedIn(context).accountId);
        return { ...sale, deedPath: isReader ? buildDeedPath(sale) : null };
      }),
  },
  LoanSale: { paySellerUntil: findLastSellerDay },
  Assignment: {
    ...recordFields,
    ...loanFields,
    status: statusOf,
    statusText: (found) => statusTexts[statusOf(found)],
    actions: ({ assignment, role }) => listSteps(assignment, role, now()),
    url: ({ assignment, role }) =>
      role === 'SELLER' && assignment.status === 'OFFERED' ? buildSaleUrl(assignment) : null,
    escrowId: (found) => (seesLoan(found) ? found.escrow.id : null),
    borrowerName: (found) => (isBound(found) ? found.escrow.borrowerName : null),
    payments: listSalePayments,
    evidence: async (found) =>
      (await listSaleEvidence(found)).map((file) => ({ ...file, sale: found.assignment.id })),
    deedPath: (found) =>
      isBound(found) && found.assignment.sha256 ? buildDeedPath(found.assignment) : null,
    consentText: buildDeedConsentText,
    addressNeeded: async ({ role, assignment }, _, context) => {
      if ((role !== 'SELLER' && role !== 'BUYER') || assignment.status !== 'ACCEPTED') return false;
      const account = await parties.find(signedIn(context).accountId);
      return !account?.legalAddress;
    },
    sellerSignedAt: (found) => findSignedAt(found, 'SELLER'),
    buyerSignedAt: (found) => findSignedAt(found, 'BUYER'),
    payee: (found, _, context) => readPricePayee(signedIn(context), found),
    answerDueAt: ({ assignment }) =>
      assignment.status === 'SENT' ? findStepTime(assignment) : null,
    owedOn: ({ escrow, assignment, role }) =>
      role === 'SELLER' || role === 'BUYER' ? computeOwedOnCents(escrow, assignment) : null,
    paySellerUntil: ({ assignment: { status, endedAt } }) =>
      status === 'CLOSED' && endedAt ? findLastSellerDay({ closedAt: endedAt }) : null,
  },
  AssignmentEvidence: {
    size: ({ sizeBytes }: SaleEvidence) => sizeBytes,
    path: ({ id, sale }: SaleEvidence) => `/api/assignments/${sale}/evidence/${id}`,
  },
} satisfies Fields;
