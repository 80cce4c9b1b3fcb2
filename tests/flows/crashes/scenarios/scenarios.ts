/** All loan scenarios by name. */

import { cancelled } from './cancelled.ts';
import { disputed } from './disputed.ts';
import { ended } from './ended.ts';
import { partPayments } from './part-payments.ts';
import { refinanced } from './refinanced.ts';
import type { Scenario } from './scenario.ts';
import { sold } from './sold.ts';

export const scenarios: Record<string, Scenario> = {
  ...cancelled,
  ...ended,
  ...partPayments,
  ...refinanced,
  ...sold,
  ...disputed,
};
