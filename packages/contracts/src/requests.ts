/** The short list of questions that one service may ask another over the bus; a new entry needs a decision record. */

import { z } from 'zod';
import { cents } from './money.ts';

const id = z.string().min(1).max(64);
const question = <I extends z.ZodType, O extends z.ZodType>(asks: I, answers: O) => ({
  asks,
  answers,
});

export const requests = {
  /**
   * Reserve a fee from the account's balance. Repeating a `holdId` answers as the first time.
   * BALANCE_TOO_LOW names the missing amount; CONFLICT when the hold was released already.
   */
  'payments.hold': question(
    z.object({
      holdId: id,
      accountId: id,
      amountCents: cents.positive(),
      kind: z.enum(['TRANSFER_FEE', 'RENEWAL_FEE']),
      reference: z.string().max(253),
    }),
    z.object({ status: z.enum(['HELD', 'CAPTURED']) }),
  ),
  /** Turn a hold into a charge. Idempotent; CONFLICT when it was released, NOT_FOUND when unknown. */
  'payments.capture': question(
    z.object({ holdId: id }),
    z.object({ status: z.literal('CAPTURED') }),
  ),
  /**
   * Give a hold back. Idempotent; CONFLICT when it was captured. Releasing an unknown hold records it as
   * released, so that a hold still on its way is refused when it arrives.
   */
  'payments.release': question(
    z.object({ holdId: id }),
    z.object({ status: z.literal('RELEASED') }),
  ),
  'payments.balance': question(z.object({ accountId: id }), z.object({ availableCents: cents })),
  /** How one domain stands for one account, asked when a listing opens. NOT_FOUND when it is not theirs. */
  'domains.listing-eligibility': question(
    z.object({ domainId: id, accountId: id }),
    z.object({
      domainId: id,
      /**
       * The domain's version at which it stands so: a fact with a higher one came later, whatever any clock says.
       * 0 in answers from before it was told: every fact came later.
       */
      version: z.number().int().default(0),
      accountId: id,
      name: z.string(),
      unicodeName: z.string(),
      status: z.enum(['EXTERNAL_UNVERIFIED', 'EXTERNAL_VERIFIED', 'CUSTODY_PAID', 'IN_ESCROW']),
      pendingTransfer: z.enum(['NONE', 'IN', 'OUT']),
      reservedFor: id.nullable(),
      /** Whether the platform can hold names of this suffix. */
      holdable: z.boolean(),
      /** Longest registration that the suffix allows, counted from any day; null where it cannot be held. */
      maxYears: z.number().int().positive().nullable().default(null),
      /** What the transfer into custody costs the owner, if the name is an ordinary one; 0 once it is here. */
      transferFeeCents: cents.nonnegative().default(0),
      expiresAt: z.iso.datetime().nullable(),
      lowCents: cents.nullable(),
      midCents: cents.nullable(),
    }),
  ),
} as const;

export type RequestName = keyof typeof requests;
export type RequestPayload<Q extends RequestName> = z.input<(typeof requests)[Q]['asks']>;
export type ReplyPayload<Q extends RequestName> = z.output<(typeof requests)[Q]['answers']>;
