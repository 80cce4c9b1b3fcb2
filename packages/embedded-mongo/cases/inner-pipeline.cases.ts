/** Cases of what pipelines inside of stages take and refuse. */
import type { Case } from './case.ts';
import { valuesBut } from './samples.ts';
import { stagesFail } from './table.ts';

const writes = [{ $out: 'x' }, { $merge: { into: 'x' } }];
const notInFacet = [
  ...writes,
  { $facet: { a: [] } },
  { $indexStats: {} },
  { $collStats: {} },
  { $planCacheStats: {} },
];

const facets: Case[] = [
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
    notInFacet.map((stage) => ({ $facet: { a: [stage] } })),
  ),
];

const joins: Case[] = [
  stagesFail(
    '$lookup with a pipeline that writes',
    51047,
    writes.map((stage) => ({ $lookup: { from: 'x', pipeline: [stage], as: 'y' } })),
  ),
  stagesFail(
    '$unionWith with a pipeline that writes',
    31441,
    writes.map((stage) => ({ $unionWith: { coll: 'x', pipeline: [stage] } })),
  ),
];

export const innerPipelineCases: Case[] = [...facets, ...joins];
