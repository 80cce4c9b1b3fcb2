/** Short description of a transaction. Pure. */

import type { Transaction } from './transaction.ts';
import { methodLabels, typeLabels } from './transaction.ts';

export function describeTransaction({
  type,
  method,
  domainName,
}: Pick<Transaction, 'type' | 'method' | 'domainName'>): string {
  const by = methodLabels[method].toLowerCase();
  switch (type) {
    case 'DEPOSIT':
      return `Deposit by ${by}`;
    case 'REFUND':
      return `Refund of a deposit by ${by}`;
    case 'ADJUSTMENT':
      return `Adjustment of a deposit by ${by}`;
    case 'TRANSFER_FEE':
    case 'RENEWAL_FEE':
      return domainName ? `${typeLabels[type]} for ${domainName}` : typeLabels[type];
  }
}
