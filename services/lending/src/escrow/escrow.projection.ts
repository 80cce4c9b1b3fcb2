/** What each field of a loan reads of the record; `asked-keys.ts` says what for. */

import { AskedKeys, whole } from '@nameloan/service/graphql/field-projection.ts';
import type { EscrowResolvers } from '../graphql.generated.ts';
import { disclosureKeys } from '../loan/build-disclosure.ts';
import type { Escrow } from './escrow.ts';

/** The rules of its moves may look at all of a loan. Its parties and whether it is in dispute decide who sees it. */
export const escrowProjection = new AskedKeys<EscrowResolvers, Escrow>(
  {
    domain: ['domainId'],
    offer: ['offerId'],
    amount: ['amountCents'],
    term: ['termDays'],
    apy: ['rateBps'],
    label: ['status'],
    stage: whole,
    borrower: [],
    lender: [],
    borrowerSigned: ['borrowerSignedAt'],
    lenderSigned: ['lenderSignedAt'],
    borrowerContractUrl: ['borrowerContractToken'],
    lenderContractUrl: ['lenderContractToken'],
    signedPdfUrl: ['sealedAt', 'borrowerContractToken', 'lenderContractToken'],
    contractPath: ['contractSha256'],
    role: [],
    actions: whole,
    blockedActions: whole,
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
    evidence: [],
  },
  ['borrowerId', 'lenderId', 'borrowerName', 'lenderName', 'escalation'],
);
