/** Cases of the named arguments of expressions: no object, unknown names, missing ones. */
import type { Case } from './case.ts';
import { valuesBut } from './samples.ts';
import { expressionsFail } from './table.ts';

type Names = {
  operator: string;
  given: Record<string, unknown>;
  /** The codes for what is no object, for an unknown name, and for each name that is missing. */
  object?: number;
  unknown: number;
  missing: Record<string, number>;
};

const then = 'then';

const names: readonly Names[] = [
  {
    operator: '$cond',
    given: { if: true, [then]: 1, else: 2 },
    unknown: 17083,
    missing: { if: 17080, [then]: 17081, else: 17082 },
  },
  {
    operator: '$switch',
    given: { branches: [{ case: true, [then]: 1 }] },
    object: 40060,
    unknown: 40067,
    missing: { branches: 40068 },
  },
  {
    operator: '$let',
    given: { vars: {}, in: 1 },
    object: 16874,
    unknown: 16875,
    missing: { vars: 16876, in: 16877 },
  },
  {
    operator: '$map',
    given: { input: [], in: 1 },
    object: 16878,
    unknown: 16879,
    missing: { input: 16880, in: 16882 },
  },
  {
    operator: '$filter',
    given: { input: [], cond: true },
    object: 28646,
    unknown: 28647,
    missing: { input: 28648, cond: 28650 },
  },
  {
    operator: '$reduce',
    given: { input: [], initialValue: 1, in: 1 },
    object: 40075,
    unknown: 40076,
    missing: { input: 40077, initialValue: 40078, in: 40079 },
  },
  {
    operator: '$sortArray',
    given: { input: [], sortBy: 1 },
    object: 2942500,
    unknown: 2942501,
    missing: { input: 2942502, sortBy: 2942503 },
  },
  ...['$trim', '$ltrim', '$rtrim'].map((operator) => ({
    operator,
    given: { input: 'a' },
    object: 50696,
    unknown: 50694,
    missing: { input: 50695 },
  })),
  ...['$regexMatch', '$regexFind'].map((operator) => ({
    operator,
    given: { input: 'a', regex: 'a' },
    object: 51103,
    unknown: 31024,
    missing: { input: 31022, regex: 31023 },
  })),
  ...['$replaceOne', '$replaceAll'].map((operator) => ({
    operator,
    given: { input: 'a', find: 'a', replacement: 'b' },
    object: 51751,
    unknown: 51750,
    missing: { input: 51749, find: 51748, replacement: 51747 },
  })),
  {
    operator: '$dateToString',
    given: { date: new Date(0) },
    object: 18629,
    unknown: 18534,
    missing: { date: 18628 },
  },
  {
    operator: '$dateFromString',
    given: { dateString: '2024-01-01' },
    object: 40540,
    unknown: 40541,
    missing: { dateString: 40542 },
  },
  { operator: '$year', given: { date: new Date(0) }, unknown: 40535, missing: { date: 40539 } },
  ...['$dateAdd', '$dateSubtract'].map((operator) => ({
    operator,
    given: { startDate: new Date(0), unit: 'day', amount: 1 },
    object: 5166400,
    unknown: 5166401,
    missing: { startDate: 5166402, unit: 5166402, amount: 5166402 },
  })),
  {
    operator: '$dateDiff',
    given: { startDate: new Date(0), endDate: new Date(0), unit: 'day' },
    object: 5166301,
    unknown: 5166302,
    missing: { startDate: 5166303, endDate: 5166304, unit: 5166305 },
  },
  {
    operator: '$dateTrunc',
    given: { date: new Date(0), unit: 'day' },
    object: 5439007,
    unknown: 5439008,
    missing: { date: 5439009, unit: 5439010 },
  },
];

function without(given: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([each]) => each !== name));
}

export const expressionNameCases: Case[] = names.flatMap(
  ({ operator, given, object, unknown, missing }) => [
    ...(object === undefined
      ? []
      : [
          expressionsFail(
            `${operator} of what is no object`,
            object,
            valuesBut('object').map((value) => ({ [operator]: value })),
          ),
        ]),
    expressionsFail(`${operator} with an unknown name`, unknown, [
      { [operator]: { ...given, frob: 1 } },
    ]),
    ...Object.entries(missing).map(([name, code]) =>
      expressionsFail(`${operator} without ${name}`, code, [
        { [operator]: without({ ...given }, name) },
      ]),
    ),
  ],
);
