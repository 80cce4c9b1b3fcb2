/** Operators. */
import type { Operator } from './variables.ts';

export const STRINGS: Record<string, Operator> = {};
