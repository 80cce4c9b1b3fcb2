/** Labels of the outcomes of a dispute. */

import type { ResolveOutcome, SettleOutcome } from '../../../graph/schema.generated.ts';

export const settleLabels: Record<SettleOutcome, string> = {
  CONTINUE: 'Continue the loan',
  RETURN: 'Return the domain to the borrower',
  SEIZE: 'Give the domain to the lender',
};

export const resolveLabels: Record<ResolveOutcome, string> = {
  ...settleLabels,
  PLATFORM: 'Give the domain to the platform',
};
