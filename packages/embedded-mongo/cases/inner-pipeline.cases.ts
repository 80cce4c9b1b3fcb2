/** Cases of what pipelines inside of stages take and refuse. */
import type { Case } from './case.ts';
import { valuesBut } from './samples.ts';
import { stagesFail } from './table.ts';

const WRITES = [{ $out: 'x' }, { $merge: { into: 'x' } }];
const NOT_IN_FACET = [
  ...WRITES,
  { $facet: { a: [] } },
  { $indexStats: {} },
  { $collStats: {} },
  { $planCacheStats: {} },
];

const FACETS: Case[] = [
  stagesFail('$facet with a bad name', 16410, [{ $facet: { $a: [] } }]),
  stagesFail('$facet with a dotted name', 16412, [
    { $facet: { 'a.b': [] } },
    { $facet: { '.': [] } },
  ]),
  stagesFail('$facet with an empty name', 15998, [{ $facet: { '': [] } }]),
  stagesFail(
    '$facet of what is no list',
    40170,
    valuesBut('array').map((a) => ({ $facet: { a } })),
  ),
  stagesFail(
    '$facet of lists of what is no stage',
    40171,
    valuesBut('object').map((stage) => ({ $facet: { a: [stage] } })),
  ),
  stagesFail(
    '$facet with a stage that has no place there',
    40600,
    NOT_IN_FACET.map((stage) => ({ $facet: { a: [stage] } })),
  ),
];

const JOINS: Case[] = [
  stagesFail(
    '$lookup with a pipeline that writes',
    51047,
    WRITES.map((stage) => ({ $lookup: { from: 'x', pipeline: [stage], as: 'y' } })),
  ),
  stagesFail(
    '$unionWith with a pipeline that writes',
    31441,
    WRITES.map((stage) => ({ $unionWith: { coll: 'x', pipeline: [stage] } })),
  ),
];

export const INNER_PIPELINE_CASES: Case[] = [...FACETS, ...JOINS];
