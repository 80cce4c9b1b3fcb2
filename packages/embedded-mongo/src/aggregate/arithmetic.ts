/** Operators. */
import type { Operator } from './variables.ts';

export const ARITHMETIC: Record<string, Operator> = {};
