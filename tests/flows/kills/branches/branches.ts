/** Every way in which a loan can go, by its name. */

import type { Branch } from './branch.ts';
import { cancelled } from './cancelled.ts';
import { disputed } from './disputed.ts';
import { ended } from './ended.ts';

export const branches: Record<string, Branch> = { ...cancelled, ...ended, ...disputed };
