/** The questions that payments answers: question → use case. */

import type { Answers } from '@nameloan/service/request.ts';
import { readBalance } from './balance/read-balance.ts';
import { captureHold } from './hold/capture-hold.ts';
import { placeHold } from './hold/place-hold.ts';
import { releaseHold } from './hold/release-hold.ts';

export const answers: Answers = {
  'payments.hold': placeHold,
  'payments.capture': captureHold,
  'payments.release': releaseHold,
  'payments.balance': readBalance,
};
