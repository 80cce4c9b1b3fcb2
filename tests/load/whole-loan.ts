/** A whole loan by both parties, from two registrations to the domain's return to the borrower. */

import { runJourney } from './journey-metrics.ts';
import { agreeLoan, bringIntoCustody, repay } from './loan-steps.ts';
import { optionsOf } from './profiles.ts';
import { summarize } from './summary.ts';

export const options = optionsOf(['loans']);
export const handleSummary = summarize;

export function loans(): Promise<void> {
  return runJourney(async () => {
    const loan = await agreeLoan();
    await bringIntoCustody(loan);
    await repay(loan);
  });
}
