/** Maps each GraphQL field of a loan to the record fields that it reads. */

import { FieldProjection, whole } from '@nameloan/subgraph/graphql/field-projection';
import type { EscrowResolvers } from '../graphql.generated.ts';
import { disclosureKeys } from '../loan/build-disclosure.ts';
import type { Escrow } from './escrow.ts';

/** Transition rules read the whole record. The last list decides who may see the loan, so it is always read. */
export const escrowProjection = new FieldProjection<EscrowResolvers, Escrow>(
  {
    domain: ['domainId'],
    offer: ['offerId'],
    amount: ['amountCents'],
    term: ['termDays'],
    rate: ['rateBps'],
    label: ['status'],
    stage: whole,
    borrower: [],
    lender: [],
    borrowerSigned: ['borrowerSignedAt'],
    lenderSigned: ['lenderSignedAt'],
    borrowerContractUrl: ['borrowerContractToken', 'status', 'statusAt'],
    lenderContractUrl: ['lenderContractToken', 'status', 'statusAt'],
    signedPdfUrl: [
      'sealedAt',
      'borrowerContractToken',
      'lenderContractToken',
      'status',
      'statusAt',
    ],
    contractPath: ['contractSha256'],
    trackRecord: [],
    role: [],
    actions: whole,
    blockedActions: whole,
    actionButtons: whole,
    waitingFor: whole,
    receivedAt: ['receipt'],
    receivedBy: ['receipt'],
    graceEndsAt: ['dueAt', 'noticeAt'],
    deadlines: whole,
    renewUntil: ['status', 'renewUntil'],
    payoff: whole,
    payoffIfDenied: whole,
    discharged: ['dischargedCents'],
    disclosure: [...disclosureKeys, 'receipt'],
    repaymentClaim: ['claim'],
    disputeDates: ['status'],
    evidenceDone: ['status'],
    decisionDueAt: ['status'],
    decisionOverdue: ['status'],
    today: [],
    fundingDueAt: whole,
    markLapsesAt: whole,
    evidence: [],
    payee: ['payees'],
    counterpartyPayee: ['payees'],
    borrowerPayee: ['payees'],
    lenderPayee: ['payees'],
    payeeBlocked: whole,
    paymentDue: whole,
  },
  ['borrowerId', 'lenderId', 'borrowerName', 'lenderName', 'escalation'],
);
