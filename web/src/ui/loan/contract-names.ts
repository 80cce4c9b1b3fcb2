/** The names of the two agreements, fixed by the customer. */

import type { ContractKind } from '../../graph/schema.generated.ts';

export const contractNames: Record<ContractKind, string> = {
  BANK_TRANSFER: 'Standard Agreement (Bank Transfer)',
  CRYPTOCURRENCY: 'Standard Agreement (Cryptocurrency)',
};
