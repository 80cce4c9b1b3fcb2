/** The names of the kinds of payees. */

import type { PayeeKind } from '../../graph/schema.generated.ts';

const payeeKindNames: Readonly<Record<string, string>> = {
  IBAN: 'IBAN',
  US_BANK: 'US account',
  UK_BANK: 'UK account',
  SWIFT: 'SWIFT account',
  BTC: 'Bitcoin address',
  EVM: 'EVM address',
  SOLANA: 'Solana address',
  TRON: 'Tron address',
} satisfies Record<PayeeKind, string>;

const chains: readonly string[] = ['BTC', 'EVM', 'SOLANA', 'TRON'] satisfies PayeeKind[];

/** For the place before the short form, which names the chain of an address; one of a former release does not. */
export function namePayeeKind({ kind, masked }: { kind: string; masked: string }): string {
  if (chains.includes(kind) && masked.includes(' · ')) return 'Address';
  return payeeKindNames[kind] ?? kind;
}
