/** What due diligence finds in a domain's registration: codes, and one sentence for each. */

import { formatDate } from '../format-date.ts';

/** `meaning` is for everyone; `remedy` says what the owner can do. */
interface DiligenceText {
  readonly meaning: string;
  readonly remedy: string;
}

/** A domain with one of these cannot be listed or accepted as collateral. */
export const diligenceReasonTexts = {
  HOLD: {
    meaning: 'The registry or registrar has put this domain on hold, so it doesn’t resolve.',
    remedy: 'Ask your registrar to lift the hold.',
  },
  REDEMPTION: {
    meaning: 'This registration has expired and is in its redemption period.',
    remedy: 'Have your registrar restore it.',
  },
  PENDING_DELETE: {
    meaning: 'The registry is deleting this domain.',
    remedy: 'It can’t secure a loan unless you register it again.',
  },
  PENDING_TRANSFER: {
    meaning: 'This domain is being transferred to another registrar.',
    remedy: 'Wait until the transfer has ended, or cancel it at your registrar.',
  },
  TRANSFER_LOCK: {
    meaning:
      'This domain was transferred recently. Its lock ends after the 30 days in which it must reach us.',
    remedy: 'Wait until less than 30 days of the lock are left.',
  },
  SUFFIX: {
    meaning: 'Nameloan can’t hold domains of this TLD yet.',
    remedy: 'It can’t secure a loan.',
  },
} as const satisfies Record<string, DiligenceText>;
export type DiligenceReason = keyof typeof diligenceReasonTexts;
export const diligenceReasons = Object.keys(diligenceReasonTexts) as DiligenceReason[];

/** These are shown to both parties and block nothing. */
export const diligenceWarningTexts = {
  REGISTRAR_LOCK: {
    meaning: 'This domain is locked at its registrar and must be unlocked before its transfer.',
    remedy: 'Unlock it at your registrar before you transfer it.',
  },
  EXPIRES_EARLY: {
    meaning: 'This registration ends less than 90 days after the loan is due.',
    remedy: 'Renew it at your registrar.',
  },
  YOUNG: {
    meaning:
      'This domain was registered less than 60 days ago, so its registrar may reject a transfer.',
    remedy: 'Ask your registrar whether it can be transferred now.',
  },
  NOT_SIGNED: {
    meaning: 'This domain isn’t signed with DNSSEC.',
    remedy: 'You don’t have to do anything.',
  },
  NOT_REGISTERED: {
    meaning: 'The registry had no registration of this domain when we last checked.',
    remedy: 'Ask your registrar whether it’s still registered.',
  },
  OUTDATED: {
    meaning: 'The registry’s data about this domain is more than a day old.',
    remedy: 'You don’t have to do anything: we check again when you list it.',
  },
  UNKNOWN: {
    meaning: 'The registry’s data about this domain isn’t available right now.',
    remedy: 'You don’t have to do anything: we keep checking.',
  },
} as const satisfies Record<string, DiligenceText>;
export type DiligenceWarning = keyof typeof diligenceWarningTexts;
export const diligenceWarnings = Object.keys(diligenceWarningTexts) as DiligenceWarning[];

const texts: Readonly<Record<DiligenceReason | DiligenceWarning, DiligenceText>> = {
  ...diligenceReasonTexts,
  ...diligenceWarningTexts,
};

/** The sentence for the owner says what to do; the one for everyone else only what it means. */
export function describeDiligence(
  code: DiligenceReason | DiligenceWarning,
  viewer: 'OWNER' | 'OTHER',
): string {
  const { meaning, remedy } = texts[code];
  return viewer === 'OWNER' ? `${meaning} ${remedy}` : meaning;
}

/** Why a domain can't be listed. `lockedUntil`: end of a TRANSFER_LOCK, if that is the reason. */
export function describeObstacle(reason: DiligenceReason, lockedUntil: Date | null): string {
  if (reason !== 'TRANSFER_LOCK' || lockedUntil === null) return describeDiligence(reason, 'OWNER');
  return `${diligenceReasonTexts.TRANSFER_LOCK.meaning} The lock ends on ${formatDate(lockedUntil)}.`;
}
