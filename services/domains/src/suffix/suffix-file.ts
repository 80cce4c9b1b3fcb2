/** The file of suffixes: which names the platform can hold, its prices and the dated rules of transfers. */

import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseName } from '../name/parse-name.ts';

const hours = z.number().int().min(0).max(100_000);
const cents = z.number().int().positive().max(100_000_000);

const transferRule = z.strictObject({
  /** First day in force, in UTC; null: adopted, but not yet in force. */
  from: z.iso.date().nullable(),
  source: z.string().min(1),
  /** Hours after which a transfer is approved without a response from the losing registrar. */
  silenceHours: hours,
  /** Hours after a creation or a transfer during which the name cannot be transferred. */
  postCreationLockHours: hours,
  postTransferLockHours: hours,
  /** False: the registrar may deny the transfer during the lock; true: it must. */
  lockIsMandatory: z.boolean(),
  /** Hours after a change of registrant during which the registrar may deny a transfer. */
  registrantChangeLockHours: hours,
  /** Hours after which an authorisation code that we have issued is replaced; null: never. */
  codeTtlHours: hours.nullable(),
});
export type TransferRule = Readonly<z.output<typeof transferRule>>;

const suffixRow = z.strictObject({
  /** As A-labels, without a leading dot. */
  suffix: z.string().refine(isPublicSuffix, 'not a public suffix in lower-case A-labels'),
  /** The registry that operates the suffix. */
  registry: z.string().min(1),
  /** Name of a list in `transferRules`. */
  transferRules: z.string(),
  /** The owner's fee for a transfer in, in whole US cents; premium names cost more. */
  transferFeeCents: cents,
  /** The owner's fee for one more year, in whole US cents; premium names cost more. */
  renewalFeeCents: cents,
  /** Years that a transfer adds to the registration. */
  yearsAdded: z.number().int().min(1).max(10),
  /** Maximum registration from any day, in years. */
  maxYears: z.number().int().min(1).max(10),
});
export type SuffixRow = Readonly<z.output<typeof suffixRow>>;

const suffixFile = z
  .strictObject({
    /** The day on which the rows were last checked against the registries' published rules. */
    asOf: z.iso.date(),
    transferRules: z.record(z.string(), z.array(transferRule).refine(isInOrder, 'not in order')),
    suffixes: z.array(suffixRow).min(1),
  })
  .superRefine(({ transferRules, suffixes }, context) => {
    const seen = new Set<string>();
    for (const { suffix, transferRules: rules, yearsAdded, maxYears } of suffixes) {
      const report = (message: string) =>
        context.addIssue({ code: 'custom', message: `.${suffix} ${message}`, path: ['suffixes'] });
      if (seen.has(suffix)) report('is listed twice');
      if (!Object.hasOwn(transferRules, rules)) report(`names unknown transfer rules: ${rules}`);
      if (yearsAdded >= maxYears) report('adds as many years as the registration can have');
      seen.add(suffix);
    }
  });
export type SuffixFile = z.output<typeof suffixFile>;

/** Reads the file at `path`; throws with all errors of its content. */
export function readSuffixFile(path: string | URL): SuffixFile {
  const result = suffixFile.safeParse(readJson(path));
  if (result.success) return result.data;
  throw new Error(`The suffix file ${path} is invalid:\n${z.prettifyError(result.error)}`);
}

function readJson(path: string | URL): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`The suffix file ${path} cannot be read: ${(error as Error).message}`);
  }
}

function isPublicSuffix(suffix: string): boolean {
  try {
    return parseName(`example.${suffix}`).suffix === suffix;
  } catch {
    return false;
  }
}

/** At least one rule is in force, days increase, and rules without a day are last. */
function isInOrder(rules: readonly TransferRule[]): boolean {
  const days = rules.map(({ from }) => from ?? '9999-12-31');
  return rules[0]?.from != null && days.every((day, at) => at === 0 || day >= (days[at - 1] ?? ''));
}
