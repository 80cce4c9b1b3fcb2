/** Why a proof, custody or the reservation of a domain was lost: codes, their data, and the sentences for users. */

import { z } from 'zod';
import { at, formerText } from '../event-shapes.ts';
import { formatDate } from '../format-date.ts';
import type { DiligenceReason } from './diligence.ts';
import { diligenceReasons, diligenceReasonTexts } from './diligence.ts';
import { describeFindings, proofFindings } from './proof-findings.ts';

export const proofLossTexts = {
  HELD_BY_ANOTHER: 'Another account has transferred this name into custody.',
  PROVEN_BY_ANOTHER: 'Another account has proven this name, and your record is no longer there.',
  RECORD_GONE: 'The DNS record that proves the domain is no longer there.',
  RECORD_GONE_FOR_AN_HOUR:
    'The DNS record that proves the domain has been gone for an hour or more.',
} as const;
export type ProofLossCode = keyof typeof proofLossTexts;

export const custodyLossTexts = {
  DELETED: 'The registry no longer knows the domain: its registration has been deleted.',
  TRANSFERRED: 'The registry has transferred the domain to another registrar.',
} as const;
export type CustodyLossCode = keyof typeof custodyLossTexts;

const reservationTexts = {
  CUSTODY_ENDED: 'The domain has left our custody.',
  LEGAL_HOLD: 'The domain is on legal hold.',
  NOT_IN_CUSTODY: 'The domain is not in custody.',
  NOT_LOCKED: 'The domain in custody is not locked.',
  NOT_OWNED: 'The borrower no longer has this domain.',
  PROOF_LOST: 'The proof of the domain was lost.',
  RECORD_GONE: proofLossTexts.RECORD_GONE,
  REGISTRY_SILENT: 'The registry did not answer.',
  RESERVED: 'The domain backs another loan.',
  TRANSFERRING_OUT: 'The domain is being transferred away.',
  UNAVAILABLE: 'The domain can’t secure a loan right now.',
  UNKNOWN_TO_REGISTRY: 'The registry does not know this domain as ours.',
} as const;
type FixedReservationCode = keyof typeof reservationTexts;

const codesOf = <C extends string>(texts: Readonly<Record<C, string>>) => Object.keys(texts) as C[];

export const proofLoss = z.object({
  code: z.enum([...codesOf(proofLossTexts), 'OTHER']),
  formerText,
});
export const custodyLoss = z.object({
  code: z.enum([...codesOf(custodyLossTexts), 'OTHER']),
  formerText,
});
export type CustodyLoss = z.output<typeof custodyLoss>;

export const reservationRefusal = z.object({
  code: z.enum([
    ...codesOf(reservationTexts),
    'PROOF_UNCLEAR',
    'REGISTRATION_TOO_SHORT',
    'OTHER',
    // What due diligence found.
    ...diligenceReasons,
  ]),
  /** REGISTRATION_TOO_SHORT. */
  expiresAt: at.nullable().default(null),
  neededUntil: at.nullable().default(null),
  /** PROOF_UNCLEAR. */
  findings: proofFindings.default([]),
  formerText,
});
export type ReservationRefusal = z.output<typeof reservationRefusal>;

export const fixedReservationTexts: Readonly<Record<FixedReservationCode, string>> =
  reservationTexts;

export function toReservationRefusal(
  code: ReservationRefusal['code'],
  data: Partial<Omit<ReservationRefusal, 'code'>> = {},
): ReservationRefusal {
  return reservationRefusal.parse({ code, ...data });
}

export function describeProofLoss({ code, formerText: text }: z.output<typeof proofLoss>): string {
  return code === 'OTHER' ? (text ?? '') : proofLossTexts[code];
}

export function describeCustodyLoss({ code, formerText: text }: CustodyLoss): string {
  return code === 'OTHER' ? (text ?? '') : custodyLossTexts[code];
}

const isDiligenceReason = (code: string): code is DiligenceReason =>
  Object.hasOwn(diligenceReasonTexts, code);

export function describeReservationRefusal(refusal: ReservationRefusal): string {
  const { code, expiresAt, neededUntil, findings } = refusal;
  switch (code) {
    case 'PROOF_UNCLEAR':
      return `The proof could not be checked: ${describeFindings(findings)}`;
    case 'REGISTRATION_TOO_SHORT':
      return `It is registered until ${formatDate(expiresAt ?? '')}, this loan needs it until ${formatDate(neededUntil ?? '')}; it must be renewed first.`;
    case 'OTHER':
      return refusal.formerText ?? '';
    default:
      return isDiligenceReason(code) ? diligenceReasonTexts[code].meaning : reservationTexts[code];
  }
}
