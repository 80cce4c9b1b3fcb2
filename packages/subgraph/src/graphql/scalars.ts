/** The scalars of all subgraphs; they reject every value of another format. */

import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

const refuse = (message: string): never => {
  throw new GraphQLError(message, { extensions: { code: 'INVALID_INPUT' } });
};

function integer(value: unknown, what: string): number {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    return refuse(`${what} must be a whole number.`);
  return number;
}

function scalar<T>(name: string, read: (value: unknown) => T, show: (value: unknown) => unknown) {
  return new GraphQLScalarType({
    name,
    serialize: show,
    parseValue: read,
    parseLiteral: (node) => {
      if (node.kind === Kind.INT) return read(Number(node.value));
      if (node.kind === Kind.STRING) return read(node.value);
      return refuse(`This is not a ${name}.`);
    },
  });
}

export const Cents = scalar(
  'Cents',
  (value) => integer(value, 'An amount in cents'),
  (value) => integer(value, 'An amount in cents'),
);

export const BasisPoints = scalar(
  'BasisPoints',
  (value) => integer(value, 'A rate in basis points'),
  (value) => integer(value, 'A rate in basis points'),
);

const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

export const DateTime = scalar(
  'DateTime',
  (value) => {
    if (typeof value !== 'string' || !momentPattern.test(value))
      return refuse('A date and time must be an ISO 8601 text.');
    const at = new Date(value);
    return Number.isNaN(at.getTime()) ? refuse('This date and time does not exist.') : at;
  },
  (value) => (value instanceof Date ? value : new Date(String(value))).toISOString(),
);

export const CalendarDate = scalar(
  'CalendarDate',
  (value) => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value))
      return refuse('A date must be YYYY-MM-DD.');
    const at = new Date(`${value}T00:00:00Z`);
    const real = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
    return real ? value : refuse('This date does not exist.');
  },
  (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : String(value)),
);
