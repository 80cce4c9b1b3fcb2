/** Request handlers. */

import type { RequestHandlers } from '@nameloan/subgraph/request';
import { readAccountUse } from './balance/read-account-use.ts';
import { readBalance } from './balance/read-balance.ts';
import { readDepositNote } from './deposit/read-deposit-note.ts';
import { captureHold } from './hold/capture-hold.ts';
import { placeHold } from './hold/place-hold.ts';
import { refundHold } from './hold/refund-hold.ts';
import { releaseHold } from './hold/release-hold.ts';

export const requestHandlers: RequestHandlers = {
  'payments.hold': placeHold,
  'payments.capture': captureHold,
  'payments.release': releaseHold,
  'payments.refund': refundHold,
  'payments.balance': readBalance,
  'payments.account-use': readAccountUse,
  'payments.deposit-note': readDepositNote,
};
