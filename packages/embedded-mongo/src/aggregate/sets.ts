/** Operators. */
import type { Operator } from './variables.ts';

export const SETS: Record<string, Operator> = {};
