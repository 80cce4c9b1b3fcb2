/** Every way in which a loan can go, by its name. */

import { cancelled } from './cancelled.ts';
import { disputed } from './disputed.ts';
import { ended } from './ended.ts';
import type { Branch } from './scenario.ts';

export const branches: Record<string, Branch> = { ...cancelled, ...ended, ...disputed };
