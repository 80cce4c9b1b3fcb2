/** Transitions of amendments: proposed by either party, agreed by the other, signed by both (docs/product-rules.md#amendments). */

import { DomainError } from '@nameloan/contracts/errors';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import type { AmendmentDraft, LiveAmendment } from '../../../loan/amendment.ts';
import { toPartyRole } from '../../../loan/roles.ts';
import type { Escrow } from '../../escrow.ts';
import type { Guard, Situation } from '../guards.ts';
import { guards } from '../guards.ts';
import { readRequiredText } from '../read-input.ts';
import { refinanceGuards } from '../refinance/refinance-guards.ts';
import type {
  RuleDescriptor,
  TransitionContext,
  TransitionEffect,
  TransitionTable,
} from '../transition-descriptor.ts';
import { either } from '../transition-descriptor.ts';
import { hasLapsed } from './amendment-deadlines.ts';
import { buildEffectiveChanges, isDue } from './amendment-effect.ts';
import { amendmentGuards } from './amendment-guards.ts';
import { assertAmendmentTerms } from './amendment-terms.ts';
import { continueAmended } from './continue-amended.ts';
import { describeTerms } from './describe-terms.ts';
import { assertRateCanChange } from './rate-change.ts';

export interface AmendmentInputs {
  PROPOSE_AMENDMENT: AmendmentDraft & { message?: string | null };
  COUNTER_AMENDMENT: AmendmentDraft & { message?: string | null };
  /** `sha256`: of the document with these terms; `dueCents`: what it says that is paid. */
  AGREE_AMENDMENT: { sha256: string; dueCents: number };
  DECLINE_AMENDMENT: { reason: string };
  WITHDRAW_AMENDMENT: object;
  /** `sha256`: the hash of the PDF shown to the signer. */
  SIGN_AMENDMENT: { sha256: string };
}

/** Checked for each proposal, and again at the agreement. A dispute about a claim can end in an amendment. */
const amendableInDispute = [
  guards.receiptConfirmed,
  guards.custodyHeld,
  guards.noOpenSale,
  amendmentGuards.debtLeft,
  amendmentGuards.amendmentsLeft,
  refinanceGuards.termsFixed,
] as const;
const amendable = [...amendableInDispute, guards.noOpenClaim] as const;
const whileOpen = ['LOAN_POSTED', 'ESCALATED'] as const;

/** The rules of a running loan and of a dispute. */
const buildRules = (...more: Guard[]): RuleDescriptor[] => [
  { from: 'LOAN_POSTED', roles: either, guards: [...amendable, ...more] },
  { from: 'ESCALATED', roles: either, guards: [...amendableInDispute, ...more] },
];

export const amendmentTransitions: TransitionTable<AmendmentInputs> = {
  PROPOSE_AMENDMENT: {
    verb: 'propose an amendment',
    history: 'Proposed an amendment',
    rules: buildRules(amendmentGuards.proposalsLeft, amendmentGuards.noLiveAmendment),
    writes: propose,
  },
  COUNTER_AMENDMENT: {
    verb: 'counter an amendment',
    history: 'Proposed other terms for the amendment',
    rules: buildRules(
      amendmentGuards.proposalsLeft,
      amendmentGuards.proposed,
      amendmentGuards.proposedByOther,
    ),
    writes: propose,
  },
  AGREE_AMENDMENT: {
    verb: 'agree to an amendment',
    history: 'Agreed to the amendment',
    rules: buildRules(amendmentGuards.proposed, amendmentGuards.proposedByOther),
    writes: (escrow, { sha256, dueCents }, { now }) => {
      const amendment = getAmendment(escrow);
      assertAmendmentTerms(escrow, amendment, now);
      const agreedLate = isDue(escrow, now);
      const agreed = {
        ...amendment,
        ...({ status: 'AGREED', agreedAt: now, agreedLate, sha256, dueCents } as const),
      };
      return {
        changes: { amendment: agreed },
        note: describeTerms(amendment),
        detail: `SHA-256 ${sha256}`,
      };
    },
  },
  DECLINE_AMENDMENT: {
    verb: 'decline an amendment',
    history: 'Declined the amendment',
    rules: [
      {
        from: whileOpen,
        roles: either,
        guards: [amendmentGuards.proposed, amendmentGuards.proposedByOther],
      },
    ],
    writes: (_escrow, { reason }) => ({
      changes: { amendment: null },
      note: readRequiredText('reason', reason),
    }),
  },
  WITHDRAW_AMENDMENT: {
    verb: 'withdraw an amendment',
    history: 'Withdrew the amendment',
    rules: [
      {
        from: whileOpen,
        roles: either,
        guards: [amendmentGuards.proposed, amendmentGuards.proposedBySelf],
      },
    ],
    writes: (escrow) => ({
      changes: { amendment: null },
      note: describeTerms(getAmendment(escrow)),
    }),
  },
  SIGN_AMENDMENT: {
    verb: 'sign an amendment',
    history: 'Signed the amendment',
    rules: [
      // The amendment that counts ends a dispute.
      { from: 'ESCALATED', roles: either, when: completesSignatures, to: 'LOAN_POSTED' },
      {
        from: whileOpen,
        roles: either,
        guards: [amendmentGuards.agreed, amendmentGuards.notSigned],
      },
    ],
    writes: sign,
  },
};

/** The last signature of an amendment without agreed money. */
function completesSignatures(escrow: Escrow, { role, now }: Situation): boolean {
  const { amendment } = escrow;
  if (amendment?.status !== 'AGREED' || amendment.dueCents > 0) return false;
  if (hasLapsed(escrow, now)) return false;
  const { borrowerSignedAt, lenderSignedAt } = amendment;
  const [own, other] =
    role === 'BORROWER' ? [borrowerSignedAt, lenderSignedAt] : [lenderSignedAt, borrowerSignedAt];
  return own === null && other !== null;
}

/** The guards of each transition require it. */
function getAmendment({ amendment }: Escrow): LiveAmendment {
  if (!amendment) throw new Error('a guard let an absent amendment pass');
  return amendment;
}

function propose(
  escrow: Escrow,
  { kind, terms, feeCents, interest }: AmendmentDraft,
  { role, now }: TransitionContext,
): TransitionEffect {
  const draft = { kind, terms, feeCents, interest };
  assertAmendmentTerms(escrow, draft, now);
  const seq = (escrow.lastAmendment ?? 0) + 1;
  const amendment: LiveAmendment = {
    ...draft,
    seq,
    proposedBy: toPartyRole(role),
    status: 'PROPOSED',
    expiresAt: addDays(now, loanCalendar.amendmentAnswerDays),
    agreedAt: null,
    sha256: null,
    borrowerSignedAt: null,
    lenderSignedAt: null,
    dueCents: 0,
  };
  return { changes: { amendment, lastAmendment: seq }, note: describeTerms(draft) };
}

/** The second signature makes the amendment effective, unless money was agreed. */
function sign(
  escrow: Escrow,
  { sha256 }: { sha256: string },
  { role, now }: TransitionContext,
): TransitionEffect {
  const amendment = getAmendment(escrow);
  if (sha256 !== amendment.sha256) {
    throw new DomainError(
      'CONFLICT',
      'This is not the amendment that was agreed. Open it again on the loan’s page.',
      { reason: 'CONTRACT_CHANGED' },
    );
  }
  assertRateCanChange(escrow, amendment, now);
  const field = role === 'BORROWER' ? 'borrowerSignedAt' : 'lenderSignedAt';
  const signed = { ...amendment, [field]: now };
  const detail = `SHA-256 ${sha256}`;
  if (signed.borrowerSignedAt === null || signed.lenderSignedAt === null)
    return { changes: { amendment: signed }, note: null, detail };
  if (amendment.dueCents > 0)
    return { changes: { amendment: { ...signed, status: 'AWAITING_MONEY' } }, note: null, detail };
  return {
    changes: continueAmended(
      escrow,
      buildEffectiveChanges(escrow, signed, { from: now, now }),
      now,
    ),
    note: `Effective: ${describeTerms(amendment)}`,
    detail,
  };
}
