/** How disputes end, in words. */

import type { ResolveOutcome, SettleOutcome } from '../../../graph/schema.generated.ts';

export const settleLabels: Record<SettleOutcome, string> = {
  CONTINUE: 'The loan goes on',
  RETURN: 'Return the domain to the borrower',
  SEIZE: 'The domain goes to the lender',
};

export const resolveLabels: Record<ResolveOutcome, string> = {
  ...settleLabels,
  PLATFORM: 'The domain goes to the platform',
};
