/** Lending's copies of many domains at once. */

import { collaterals } from './collateral.model.ts';
import type { Collateral } from './collateral.ts';

/** By the domain's id. */
export async function readCollaterals(ids: readonly string[]): Promise<Map<string, Collateral>> {
  const found = await collaterals.findMany({ _id: { $in: [...ids] } });
  return new Map(found.map((one) => [one.id, one]));
}
