/** Names of the kinds of payees and of the chains, and the fields of each kind. */

import type { PayeeFieldsInput, PayeeKind } from '../../../graph/schema.generated.ts';
import type { PayeeRowFragment } from './payees-card.generated.ts';

export const payeeKindNames: Record<PayeeKind, string> = {
  IBAN: 'Bank account with IBAN',
  US_BANK: 'US bank account',
  UK_BANK: 'UK bank account',
  SWIFT: 'Other bank account (SWIFT)',
  BTC: 'Bitcoin',
  EVM: 'Ethereum and similar chains',
  SOLANA: 'Solana',
  TRON: 'Tron',
};

export const payeeKinds = Object.keys(payeeKindNames) as PayeeKind[];

const bankKinds: readonly PayeeKind[] = ['IBAN', 'US_BANK', 'UK_BANK', 'SWIFT'];
export const isBankKind = (kind: PayeeKind): boolean => bankKinds.includes(kind);

/** By chain id. The server accepts any other chain, too, with a warning. */
export const chainNames: Readonly<Record<string, string>> = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Smart Chain',
  100: 'Gnosis',
  137: 'Polygon',
  8453: 'Base',
  42161: 'Arbitrum One',
  43114: 'Avalanche',
};

type PayeeOptions = Omit<NonNullable<PayeeRowFragment['options']>, '__typename'>;

/** The fields of the form as text. */
export type PayeeTexts = Record<Exclude<keyof PayeeFieldsInput, 'wire'>, string> & {
  wire: boolean;
};

const emptyTexts: PayeeTexts = {
  iban: '',
  bic: '',
  routing: '',
  account: '',
  accountType: 'checking',
  wire: false,
  sortCode: '',
  bankName: '',
  bankAddress: '',
  address: '',
  chainId: '1',
  token: '',
  mint: '',
  confirm: '',
};

/** What a change starts with: all but numbers and addresses, which are entered again. */
export function toStartTexts(options: PayeeOptions | null | undefined): PayeeTexts {
  if (!options) return emptyTexts;
  const { chainId, accountType, wire, token } = options;
  return {
    ...emptyTexts,
    ...(chainId === null ? {} : { chainId: String(chainId) }),
    ...(accountType === null ? {} : { accountType }),
    ...{ wire: wire ?? false, token: token ?? '', mint: token ?? '' },
  };
}

const fieldsOf: Record<PayeeKind, readonly (keyof PayeeTexts)[]> = {
  IBAN: ['iban', 'bic'],
  US_BANK: ['routing', 'account', 'accountType', 'wire'],
  UK_BANK: ['sortCode', 'account'],
  SWIFT: ['bic', 'account', 'bankName', 'bankAddress'],
  BTC: ['address'],
  EVM: ['chainId', 'address', 'token'],
  SOLANA: ['address', 'confirm', 'mint'],
  TRON: ['address', 'token'],
};

/** The fields to send: those of the kind, without empty ones. */
export function toPayeeFields(kind: PayeeKind, texts: PayeeTexts): PayeeFieldsInput {
  const present = fieldsOf[kind]
    .map((field) => [field, field === 'chainId' ? Number(texts.chainId) : texts[field]] as const)
    .filter(([, value]) => value !== '' && value !== false);
  return Object.fromEntries(present);
}
