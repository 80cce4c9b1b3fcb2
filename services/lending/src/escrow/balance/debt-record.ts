/** The part of a loan record on which its balance depends. */

import { accrualKeys } from '../../loan/accrual.ts';
import { amendedKeys } from '../../loan/amendment.ts';
import type { Escrow } from '../escrow.ts';

export const balanceKeys = [
  'amountCents',
  'termDays',
  'rateBps',
  'plan',
  ...accrualKeys,
  'receipt',
  'countedPayments',
  'acceleratedAt',
  ...amendedKeys,
  'replacing',
] as const;
export type DebtRecord = Pick<Escrow, (typeof balanceKeys)[number]>;
