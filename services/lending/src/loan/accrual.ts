/** How interest accrues on stored offers and loans. Those made before simple interest have no accrual: daily compounding. */

import type { Accrual } from '@nameloan/loan-math/accrual';

export interface StoredAccrual {
  accrual?: Accrual | null;
}

export const readAccrual = ({ accrual }: StoredAccrual): Accrual => accrual ?? 'COMPOUND_365';

export interface ContractAccrual extends StoredAccrual {
  /** SHA-256 (hex) of the contract that states `accrual`; absent until it is drawn up. */
  accrualSha256?: string | null;
  contractSha256: string | null;
}

/** The record fields that a loan's accrual depends on. */
export const accrualKeys = [
  'accrual',
  'accrualSha256',
  'contractSha256',
] as const satisfies readonly (keyof ContractAccrual)[];

/**
 * A loan accrues as its contract says. A contract with another hash was drawn up by a replica of an earlier release,
 * which knows and states daily compounding only (docs/decisions/0153-simple-interest.md).
 */
export function findLoanAccrual(loan: ContractAccrual): Accrual {
  const { accrualSha256 = null, contractSha256 } = loan;
  return contractSha256 === null || contractSha256 === accrualSha256
    ? readAccrual(loan)
    : 'COMPOUND_365';
}
