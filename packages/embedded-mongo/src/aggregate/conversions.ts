/** Operators. */
import type { Operator } from './variables.ts';

export const CONVERSIONS: Record<string, Operator> = {};
