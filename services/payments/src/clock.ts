/** Door 3, time: job → use case. */

import type { JobHandler } from '@nameloan/service/store/jobs.ts';
import { expireDeposit } from './deposit/expire-deposit.ts';
import { runLedgerCheck } from './ledger/watch-ledger.ts';
import { applyProviderEvent } from './provider-event/apply-event.ts';

export const jobs: { handlers: Record<string, JobHandler>; recurring: string[] } = {
  handlers: {
    'apply-provider-event': applyProviderEvent,
    'expire-deposit': expireDeposit,
    'check-ledger': runLedgerCheck,
  },
  recurring: ['check-ledger'],
};
