/** All faults of an input at once, as one refusal. */

import { DomainError } from '@nameloan/contracts/errors.ts';

/** Sentence per field at fault; undefined: none. */
export type Faults = Record<string, string | undefined>;

/** Throws INVALID_INPUT when any field is at fault; its own sentence is the first one. */
export function refuseFaults(faults: Faults): void {
  const fields: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(faults)) if (sentence) fields[name] = sentence;
  const [first] = Object.values(fields);
  if (first) throw new DomainError('INVALID_INPUT', first, { fields });
}
