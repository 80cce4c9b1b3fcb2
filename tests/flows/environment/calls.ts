/** The gateway's REST table with a valid and several invalid values for each field. */

import type { Call } from '@nameloan/gateway/rest/load-calls';
import { loadCalls } from '@nameloan/gateway/rest/load-calls';
import type { InputField } from '@nameloan/gateway/rest/read-input';
import { apiSchemaOf, readCommittedSupergraph } from '@nameloan/gateway/supergraph';
import { isEnumType, isListType, isNonNullType } from 'graphql';

export const calls: Call[] = loadCalls(await apiSchemaOf(readCommittedSupergraph()));

export const keyOf = ({ row }: Call): string => `${row.method} ${row.path}`;

const bareType = ({ type }: InputField) => (isNonNullType(type) ? type.ofType : type);

export function validValue(field: InputField): unknown {
  const bare = bareType(field);
  if (isListType(bare) && String(bare).includes('DsRecordInput'))
    return [{ keyTag: 1, algorithm: 13, digestType: 2, digest: 'a'.repeat(64) }];
  if (isListType(bare) && String(bare).includes('PlanRowInput')) return [{ day: 30, amount: null }];
  if (isListType(bare) && String(bare).includes('DatedAmountInput'))
    return [{ date: '2026-01-31', amount: 1 }];
  if (isListType(bare)) return ['ns1.flows.example', 'ns2.flows.example'];
  if (String(bare) === 'ContractKind') return 1;
  // An advance is marked as paid, not reported.
  if (String(bare) === 'PaymentLeg') return 'REPAYMENT';
  if (isEnumType(bare)) return bare.getValues()[0]?.name;
  switch (String(bare)) {
    case 'Cents':
      return 100;
    case 'BasisPoints':
      return 12.5;
    case 'Int':
      return 1;
    case 'Boolean':
      return true;
    case 'CalendarDate':
      return '2026-01-31';
    case 'MailPreferencesInput':
      return { offer: true };
    case 'DateTime':
      return '2026-01-31T12:00:00Z';
    case 'PayeeFieldsInput':
      return { iban: 'DE89370400440532013000' };
    case 'LetterCorrection':
      return { amount: 1, reason: 'Bank fee' };
    case 'AmendmentTermsInput':
      return { due: '2027-01-31' };
    case 'AddressInput':
      return { address1: 'a', city: 'b', zip: 'c', country: 'US' };
    default:
      return validTexts[field.name] ?? 'some text that is long enough';
  }
}

/** Texts of a form, by the field's name. */
const validTexts: Record<string, string> = {
  email: 'unknown@flows.example',
  sha256: 'a'.repeat(64),
  fingerprint: 'a'.repeat(8),
};

/** Only an AMENDMENT payment has the number of its amendment, and a payoff letter is confirmed or corrected. */
export const validBody = (call: Call): Record<string, unknown> =>
  Object.fromEntries(
    call.bodyFields
      .filter(({ name }) => name !== 'amendment' && name !== 'correction')
      .map((field) => [field.name, validValue(field)]),
  );

/** Values of other types, and numbers outside the range of the field's type. */
export function invalidValues(field: InputField): unknown[] {
  const valid = validValue(field);
  const wrong: unknown[] = [{ $ne: null }, { $gt: '' }, [[1]], typeof valid === 'string' ? 7 : '7'];
  switch (String(bareType(field))) {
    case 'Cents':
      // An amendment may have no fee.
      return [...wrong, -1, ...(field.name === 'fee' ? [] : [0]), 0.001, 1e300, -1e300, 2 ** 53];
    case 'BasisPoints':
      return [...wrong, -1, 100.01, 0.001, 1e300];
    case 'Int':
      return [...wrong, -1, 1.5, 1e300, 2 ** 31];
    case 'CalendarDate':
      return [...wrong, '2026-02-30', 'yesterday', '2026-01-01T00:00:00Z'];
    default:
      return wrong;
  }
}

/** Whether the field takes free text, which can then be too long. */
export const takesText = (field: InputField): boolean => String(bareType(field)) === 'String';
