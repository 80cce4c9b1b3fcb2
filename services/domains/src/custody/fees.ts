/** What a transfer or a renewal costs the owner: the suffix's price, and more for a premium name. */

import { registry } from '../registry.ts';
import type { SuffixRow } from '../suffix/suffixes.ts';

/** Added to the registry's own price of a premium name, in percent. */
const premiumMarginPercent = 10;

/** Fees in cents as of now; asks the registry, which alone knows premium names. */
export async function feesOf(
  name: string,
  row: SuffixRow,
): Promise<{ transferCents: number; renewalCents: number }> {
  const [check] = await registry().check([name]);
  const fees = check?.fees;
  if (!fees?.premium)
    return { transferCents: row.transferFeeCents, renewalCents: row.renewalFeeCents };
  const withMargin = (cents: number) => Math.ceil((cents * (100 + premiumMarginPercent)) / 100);
  return {
    // The registry tells the price of one year; a transfer may add more.
    transferCents: Math.max(row.transferFeeCents, withMargin(fees.transferCents * row.yearsAdded)),
    renewalCents: Math.max(row.renewalFeeCents, withMargin(fees.renewCents)),
  };
}
