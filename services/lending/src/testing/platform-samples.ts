import type { EscrowTransition } from '@nameloan/contracts/loan';
import { claim, hash, received, start } from './loans.ts';
import type { TransitionSample } from './sample-parts.ts';
import { bothSigned, everywhere, noticed, now } from './sample-parts.ts';

export const platformSamples = {
  RESERVATION_GRANTED: {
    input: { inCustody: false, domainVersion: 3, at: now },
    expected: everywhere({}),
  },
  RESERVATION_REFUSED: {
    input: { reason: 'The record is gone.' },
    expected: everywhere({ PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } }),
  },
  DRAW_CONTRACT: {
    input: { sha256: hash, borrowerToken: 'b', lenderToken: 'l' },
    ready: { contractSha256: null },
    expected: { PENDING_SIGNATURE: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_RESERVED', loan: { reservedAt: null } },
      { reason: 'ALREADY_DONE', loan: { contractSha256: hash } },
    ],
  },
  CUSTODY_ARRIVED: {
    input: { domainVersion: 3, at: now },
    expected: everywhere({ NEW: { SYSTEM: 'DOMAIN_IN_CUSTODY' } }),
  },
  CUSTODY_LOST: {
    input: { reason: 'Gone.', domainVersion: 4, at: now },
    expected: everywhere({
      PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' },
      NEW: { SYSTEM: 'CANCELLED' },
      DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' },
      LOAN_POSTED: { SYSTEM: 'ESCALATED' },
    }),
  },
  SEAL_CONTRACT: {
    input: {},
    ready: bothSigned,
    expected: { ...everywhere({}), PENDING_SIGNATURE: undefined },
    blocked: [
      { reason: 'NOT_SIGNED', loan: { lenderSignedAt: null } },
      { reason: 'ALREADY_DONE', loan: { sealedAt: now } },
    ],
  },
  SEAL_AMENDMENT: {
    input: { seq: 1 },
    ready: { unsealedAmendments: [1] },
    expected: { ...everywhere({}), PENDING_SIGNATURE: undefined },
    blocked: [{ reason: 'ALREADY_DONE', loan: { unsealedAmendments: [] } }],
  },
  EXPIRE_SIGNATURE: {
    input: {},
    expected: { PENDING_SIGNATURE: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { statusAt: now } }],
  },
  EXPIRE_TRANSFER: {
    input: {},
    expected: { NEW: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { statusAt: now } }],
  },
  CANCEL_UNANSWERED: {
    input: {},
    ready: { cancelRequestedAt: start },
    expected: { DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { cancelRequestedAt: now } }],
  },
  EXPIRE_FUNDING: {
    input: {},
    ready: { fundingFrom: start },
    expected: { DOMAIN_IN_CUSTODY: { SYSTEM: 'CANCELLED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { fundingFrom: now } }],
  },
  REMIND_FUNDING: {
    input: {},
    ready: { fundingFrom: start },
    expected: { DOMAIN_IN_CUSTODY: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  EXPIRE_MARK: {
    input: {},
    ready: { markedAt: start, receipt: null },
    expected: { LOAN_POSTED: { SYSTEM: 'DOMAIN_IN_CUSTODY' } },
    blocked: [{ reason: 'NOT_DUE', loan: { markedAt: now } }],
  },
  REMIND_DETAILS: {
    input: {},
    ready: { markedAt: new Date('2026-05-30T12:00:00.000Z'), receipt: null },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  REMIND_RECEIPT: {
    input: {},
    // Without all details silence only causes reminders.
    ready: { receipt: null },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  DEEM_RECEIVED: {
    input: {},
    ready: { receipt: null, sent: claim },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { sent: { ...claim, at: now } } }],
  },
  REMIND_DUE: {
    input: {},
    // The notice was late, so grace has not ended.
    ready: { ...received, noticeAt: new Date('2026-05-30T09:00:00.000Z') },
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [{ reason: 'NOT_DUE', loan: { remindedAt: now } }],
  },
  SEND_NOTICE: {
    input: {},
    ready: received,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_RECEIVED', loan: { receipt: null } },
      { reason: 'NOT_DUE', loan: { dueAt: new Date('2026-06-02T09:00:00.000Z') } },
      { reason: 'ALREADY_DONE', loan: { noticeAt: now } },
    ],
  },
  END_GRACE: {
    input: {},
    ready: noticed,
    expected: { LOAN_POSTED: { SYSTEM: 'SAME' } },
    blocked: [
      { reason: 'NOT_DUE', loan: { graceEndNotifiedAt: start } },
      { reason: 'NOT_DUE', loan: { noticeAt: new Date('2026-05-30T09:00:00.000Z') } },
    ],
  },
  ESCALATE_UNANSWERED: {
    input: {},
    ready: { ...received, claim },
    expected: { LOAN_POSTED: { SYSTEM: 'ESCALATED' } },
    blocked: [{ reason: 'NOT_DUE', loan: { claim: { ...claim, at: now } } }],
  },
} satisfies { [M in EscrowTransition]?: TransitionSample<M> };
