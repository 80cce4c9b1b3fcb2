/** Reads the country rules at startup, so that an invalid file fails the start. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { CountryRules } from './country-rules.ts';

const builtInPath = join(import.meta.dirname, 'country-rules.json');

const basisPoints = z.number().int().min(0).nullable();
const rule = z.strictObject({
  highestRateBps: basisPoints,
  highestAprBps: basisPoints,
  personalLoans: z.boolean(),
  maxLateFeeBps: z.number().int().min(0).optional(),
  maxDefaultRateBps: z.number().int().min(0).optional(),
});
const table = z.strictObject({
  about: z.string(),
  asOf: z.iso.date(),
  businessStatement: z
    .string()
    .trim()
    .min(20)
    .max(1_000)
    .regex(/^[^\p{C}_]*$/u, 'not a sentence'),
  elsewhere: rule,
  countries: z.record(
    z.string().regex(/^[A-Z]{2}(-[A-Z]{2})?$/, 'not an ISO 3166-1 alpha-2 or ISO 3166-2 code'),
    rule,
  ),
});

/** A setting that holds the path of a rules file; defaults to the built-in one. */
export function countryRulesSetting() {
  return z
    .string()
    .default(builtInPath)
    .transform((path, context): CountryRules => {
      try {
        return table.parse(JSON.parse(readFileSync(path, 'utf8')));
      } catch (error) {
        context.addIssue({ code: 'custom', message: describeError(error) });
        return z.NEVER;
      }
    });
}

/** Always one line. */
function describeError(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [first] = error.issues;
    return `not a table of countries (${first?.path.join('.') || 'the file'}: ${first?.message})`;
  }
  const { code } = error as NodeJS.ErrnoException;
  return code ? `cannot be read (${code})` : 'not JSON';
}
