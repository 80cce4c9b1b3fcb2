/** The limits of input fields in the description of the API: those that services declare, and those of types. */

import { describePeriod, quotas } from '@nameloan/contracts/quotas';
import { declaredLimits } from './declarations.ts';

type Json = { [key: string]: unknown };

const maxIdLength = 64;
/** The longest segment of a path that the gateway routes. */
const maxPathSegmentLength = 200;
/** Money and rates are exact in hundredths. */
const maxHundredths = Number.MAX_SAFE_INTEGER / 100;
/** By the type's name, where a field declares nothing else. */
const typeLimits: Record<string, Json> = {
  ID: { maxLength: maxIdLength },
  BasisPoints: { maximum: maxHundredths },
  Cents: { maximum: maxHundredths },
};

/** The limits that every field of a type has. */
export function limitsOfType(name: string): Json {
  return typeLimits[name] ?? {};
}

/** The limits that a service declares for a field; `call` is such as `POST /offers`. */
function limitsOfField(call: string, field: string): Json {
  return { ...declaredLimits['*']?.[field], ...declaredLimits[call]?.[field] };
}

/** A path or query parameter that is forwarded unread. */
export function describeParameter(call: string, name: string): Json {
  return { type: 'string', maxLength: maxPathSegmentLength, ...limitsOfField(call, name) };
}

/** Adds the declared limits to a described field and to the fields in it. */
export function withLimits(described: Json, call: string, field: string): Json {
  // The values of an enum are its limit.
  const limited: Json = described.enum
    ? { ...described }
    : { ...described, ...limitsOfField(call, field) };
  const isNullable = Array.isArray(described.type) && described.type.includes('null');
  if (isNullable && Array.isArray(limited.enum) && !limited.enum.includes(null))
    limited.enum = [...limited.enum, null];
  if (described.items) limited.items = withLimits(described.items as Json, call, `${field}[]`);
  if (described.properties)
    limited.properties = Object.fromEntries(
      Object.entries(described.properties as Record<string, Json>).map(([name, inner]) => [
        name,
        withLimits(inner, call, `${field}.${name}`),
      ]),
    );
  if (Array.isArray(described.anyOf))
    limited.anyOf = described.anyOf.map((one: Json) =>
      one.type === 'null' ? one : withLimits(one, call, field),
    );
  return limited;
}

/** The quotas of accounts as a sentence. */
export function describeQuotas(): string {
  const byPeriod = Map.groupBy(Object.values(quotas), ({ seconds }) => describePeriod(seconds));
  const all = [...byPeriod].map(
    ([period, those]) =>
      `in ${period} ${those.map(({ max, label }) => `${max} ${label}`).join(', ')}`,
  );
  return `Quotas, restored evenly, beyond which calls get 429: ${all.join('; ')}.`;
}
