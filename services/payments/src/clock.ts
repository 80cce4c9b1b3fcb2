/** Door 3, time: job → use case. */

import type { JobHandler } from '@nameloan/service/store/jobs.ts';
import { giveUpDeposit } from './deposit/give-up-deposit.ts';
import { watchLedger } from './ledger/watch-ledger.ts';
import { applyEvent } from './provider-event/apply-event.ts';

export const clock: { jobs: Record<string, JobHandler>; seeds: string[] } = {
  jobs: {
    'apply-provider-event': applyEvent,
    'give-up-deposit': giveUpDeposit,
    'check-ledger': watchLedger,
  },
  seeds: ['check-ledger'],
};
