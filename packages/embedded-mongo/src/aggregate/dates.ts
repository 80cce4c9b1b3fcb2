/** Operators. */
import type { Operator } from './variables.ts';

export const DATES: Record<string, Operator> = {};
