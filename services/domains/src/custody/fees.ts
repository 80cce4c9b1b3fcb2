/** What a transfer or a renewal costs the owner: the suffix's price, and more for a premium name. */

import { registry } from '../registry.ts';
import type { SuffixRow } from '../suffix/suffixes.ts';

/** Added to the registry's own price of a premium name, in percent. */
const premiumMarginPercent = 10;

export interface Price {
  /** What the owner pays. */
  feeCents: number;
  /** What the registry asks of us for a premium name, to be named in the order; null: an ordinary name. */
  registryCents: number | null;
}

/** Prices as of now; asks the registry, which alone knows premium names. */
export async function pricesOf(
  name: string,
  row: SuffixRow,
): Promise<{ transfer: Price; renewal: Price }> {
  const [check] = await registry().check([name], row.yearsAdded);
  const fees = check?.fees?.premium ? check.fees : undefined;
  return {
    transfer: price(row.transferFeeCents, fees?.transferCents),
    renewal: price(row.renewalFeeCents, fees?.renewCents),
  };
}

function price(ownCents: number, registryCents: number | undefined): Price {
  if (registryCents === undefined) return { feeCents: ownCents, registryCents: null };
  const withMargin = Math.ceil((registryCents * (100 + premiumMarginPercent)) / 100);
  return { feeCents: Math.max(ownCents, withMargin), registryCents };
}
