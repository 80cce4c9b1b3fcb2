/** The details of a payee as the payer reads, compares and copies them. */

import type { PayeeFields } from '@nameloan/contracts/payee';
import { groupValue } from '@nameloan/payee-details/display';
import { findSymbol, nameChain } from '@nameloan/payee-details/tokens';

export interface PayeeLine {
  label: string;
  /** To copy. */
  value: string;
  /** To compare; a value without groups is one. */
  groups: string[];
}

type Groupable = Exclude<keyof PayeeFields, 'chainId' | 'wire'>;

/** In the order of a bank's form. */
const labels: readonly (readonly [Groupable, string])[] = [
  ['iban', 'IBAN'],
  ['bankName', 'Bank'],
  ['bankAddress', 'Bank address'],
  ['bic', 'BIC'],
  ['routing', 'Routing number'],
  ['sortCode', 'Sort code'],
  ['account', 'Account number'],
  ['accountType', 'Account type'],
];

export function listPayeeLines(fields: PayeeFields): PayeeLine[] {
  const bank = labels.flatMap(([field, label]) => buildLine(field, label, fields[field]));
  return [
    ...bank,
    ...(fields.wire ? [plain('Wires', 'By this routing number')] : []),
    ...listChainLines(fields),
  ];
}

function listChainLines(fields: PayeeFields): PayeeLine[] {
  const { address, chainId, token, mint } = fields;
  if (address === undefined) return [];
  const chain = chainId === undefined ? [] : [plain('Chain', describeChain(chainId))];
  const coin = token ?? mint;
  const name = coin && findSymbol(coin, chainId);
  return [
    ...chain,
    ...buildLine('address', 'Address', address),
    ...buildLine('token', name ? `Token: ${name}` : 'Token', coin),
  ];
}

const plain = (label: string, value: string): PayeeLine => ({ label, value, groups: [value] });

function buildLine(field: Groupable, label: string, value: string | undefined): PayeeLine[] {
  return value ? [{ label, value, groups: groupValue(field, value) }] : [];
}

function describeChain(chainId: number): string {
  const name = nameChain(chainId);
  return name.endsWith(` ${chainId}`) ? name : `${name} (${chainId})`;
}
