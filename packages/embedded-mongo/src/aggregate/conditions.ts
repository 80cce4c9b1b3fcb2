/** Operators. */
import type { Operator } from './variables.ts';

export const CONDITIONS: Record<string, Operator> = {};
