/** Job handlers. */

import type { JobHandler } from '@nameloan/persistence/jobs';
import { expireDeposit } from './checkout/expire-deposit.ts';
import { runLedgerCheck } from './ledger-check/run-ledger-check.ts';
import { applyProviderEvent } from './settlement/apply-provider-event.ts';

export const jobs: { handlers: Record<string, JobHandler>; recurring: string[] } = {
  handlers: {
    'apply-provider-event': applyProviderEvent,
    'expire-deposit': expireDeposit,
    'check-ledger': runLedgerCheck,
  },
  recurring: ['check-ledger'],
};
