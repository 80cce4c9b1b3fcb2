/** Payees: where an account is paid. Their kinds, and the fields that only their owner and a payer ever see. */

import { z } from 'zod';

export const payeeKinds = [
  'IBAN',
  'US_BANK',
  'UK_BANK',
  'SWIFT',
  'BTC',
  'EVM',
  'SOLANA',
  'TRON',
] as const;
export type PayeeKind = (typeof payeeKinds)[number];

/**
 * Fields in canonical form, by kind: IBAN: iban, bic? · US_BANK: routing, account, accountType, wire · UK_BANK: sortCode,
 * account · SWIFT: bic, account, bankName, bankAddress · BTC: address · EVM: chainId, address, token? · SOLANA: address,
 * mint? · TRON: address, token?. `token` and `mint` are addresses of contracts.
 */
export const payeeFields = z.object({
  iban: z.string().optional(),
  bic: z.string().optional(),
  routing: z.string().optional(),
  account: z.string().optional(),
  accountType: z.enum(['checking', 'savings']).optional(),
  /** The account also receives wires by this routing number. */
  wire: z.boolean().optional(),
  sortCode: z.string().optional(),
  bankName: z.string().optional(),
  bankAddress: z.string().optional(),
  address: z.string().optional(),
  chainId: z.number().int().positive().optional(),
  token: z.string().optional(),
  mint: z.string().optional(),
});
export type PayeeFields = z.output<typeof payeeFields>;

/** With this purpose the reply of `identity.payee-details` is encrypted. */
export const payeeDetailsPurpose = 'identity.payee-details';

/** Hours of account time for which the former details or payee stay valid where a loan could rely on them. */
export const payeeHoldHours = 72;

const payeeKindNames: Record<PayeeKind, string> = {
  IBAN: 'IBAN',
  US_BANK: 'US account',
  UK_BANK: 'UK account',
  SWIFT: 'SWIFT account',
  BTC: 'Bitcoin address',
  EVM: 'EVM address',
  SOLANA: 'Solana address',
  TRON: 'Tron address',
};

/**
 * How texts name a payee's kind before its short form. The short form of an address names its chain, "Base · USDC ·
 * 0x5aAe…1BeAed"; one that a former release has stored does not, so there the kind does.
 */
export function namePayeeKind({ kind, masked }: { kind: PayeeKind; masked: string }): string {
  return isChain(kind) && masked.includes(' · ') ? 'Address' : payeeKindNames[kind];
}

const isChain = (kind: PayeeKind): boolean =>
  kind === 'BTC' || kind === 'EVM' || kind === 'SOLANA' || kind === 'TRON';
