/** The names of the kinds of payees. */

import type { PayeeKind } from '../../graph/schema.generated.ts';

export const payeeKindNames = {
  IBAN: 'IBAN',
  US_BANK: 'US account',
  UK_BANK: 'UK account',
  SWIFT: 'SWIFT account',
  BTC: 'Address',
  EVM: 'Address',
  SOLANA: 'Address',
  TRON: 'Address',
} as const satisfies Record<PayeeKind, string>;
