/** Operators. */
import type { Operator } from './variables.ts';

export const ARRAYS: Record<string, Operator> = {};
