/** The REST table as the gateway has it, with a good value for each field, for tests that spoil one of them. */

import type { Call } from '@nameloan/gateway/rest/load-calls.ts';
import { loadCalls } from '@nameloan/gateway/rest/load-calls.ts';
import type { InputField } from '@nameloan/gateway/rest/read-input.ts';
import { apiSchemaOf, readCommittedSupergraph } from '@nameloan/gateway/supergraph.ts';
import { isEnumType, isListType, isNonNullType } from 'graphql';

export const calls: Call[] = loadCalls(await apiSchemaOf(readCommittedSupergraph()));

export const keyOf = ({ row }: Call): string => `${row.method} ${row.path}`;

const bareType = ({ type }: InputField) => (isNonNullType(type) ? type.ofType : type);

export function goodValue(field: InputField): unknown {
  const bare = bareType(field);
  if (isListType(bare)) return ['ns1.flows.example', 'ns2.flows.example'];
  if (String(bare) === 'ContractKind') return 1;
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
    case 'AddressInput':
      return { address1: 'a', city: 'b', zip: 'c', country: 'US' };
    default:
      return field.name === 'email' ? 'nobody@flows.example' : 'some text that is long enough';
  }
}

export const goodBody = (call: Call): Record<string, unknown> =>
  Object.fromEntries(call.bodyFields.map((field) => [field.name, goodValue(field)]));

/** Values of another type, and numbers that no field of this type takes. */
export function badValues(field: InputField): unknown[] {
  const good = goodValue(field);
  const wrong: unknown[] = [{ $ne: null }, { $gt: '' }, [[1]], typeof good === 'string' ? 7 : '7'];
  switch (String(bareType(field))) {
    case 'Cents':
      return [...wrong, -1, 0, 0.001, 1e300, -1e300, 2 ** 53];
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
