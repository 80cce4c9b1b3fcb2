/** Validates the name of an account, also against the names of operators. */

import { assertValid } from '@nameloan/contracts/field-errors';
import { accounts } from '../account/account.model.ts';
import { parseName } from '../account/account.ts';
import { rejectInStrict } from '../account-rules.ts';
import { findStaffWord, hasProductName, hasWebAddress, isSameName } from './name-rules.ts';

/** The name with single spaces, or why it is invalid. */
export function checkName(
  typed: string,
): { name: string; error?: undefined } | { name?: undefined; error: string } {
  const name = parseName(typed);
  if (name === undefined) return { error: 'Invalid name' };
  const error = validateName(name);
  return error === undefined ? { name } : { error };
}

function validateName(name: string): string | undefined {
  if (hasProductName(name)) return 'A name can’t contain “Nameloan”.';
  if (hasWebAddress(name)) return 'A name can’t contain a web address.';
  const word = findStaffWord(name);
  return rejectInStrict(
    word && `A name can’t contain “${word}”, because only our staff may use it.`,
  );
}

/** INVALID_INPUT for the name of an operator, or one that looks like it. There are few operators. */
export async function rejectOperatorName(name: string): Promise<void> {
  const operators = await accounts.findMany({ operator: true }, { keys: ['name'] });
  assertValid({
    name: operators.some((operator) => isSameName(operator.name, name))
      ? 'This name is too similar to one of our staff’s. Add a middle name or initial.'
      : undefined,
  });
}
