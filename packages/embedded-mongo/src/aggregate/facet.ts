/** $facet: several pipelines over the same documents. */
import { parseFieldPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Scope, StageMaker } from './scope.ts';

/** Stages that must be first, that write, or that run their own query. */
const notInside = new Set(
  (
    '$facet $out $merge $geoNear $indexStats $collStats $planCacheStats $listLocalSessions ' +
    '$changeStreamSplitLargeEvent $querySettings $queryStats $listClusterCatalog $search ' +
    '$searchMeta $vectorSearch'
  ).split(' '),
);

function checkStage(stage: Value): void {
  if (!isDocument(stage))
    throw fault(40171, 'elements of arrays in $facet spec must be non-empty objects');
  const [name = ''] = Object.keys(stage);
  if (notInside.has(name) || joinsNotInside(stage[name]))
    throw fault(40600, `${name} is not allowed to be used within a $facet stage`);
}

/** True for a join whose pipeline holds a stage that $facet rejects. */
function joinsNotInside(argument: Value | undefined): boolean {
  if (!isDocument(argument) || !Array.isArray(argument.pipeline)) return false;
  return argument.pipeline.some((stage) => {
    const [name = ''] = isDocument(stage) ? Object.keys(stage) : [];
    return notInside.has(name) || (isDocument(stage) && joinsNotInside(stage[name]));
  });
}

function branchOf(
  name: string,
  stages: Value,
  scope: Scope,
): (input: Document[]) => Iterable<Document> {
  if (name === '') throw fault(15998, 'FieldPath field names may not be empty strings.');
  if (name.includes('.')) throw fault(16412, "FieldPath field names may not contain '.'");
  parseFieldPath(name);
  if (!Array.isArray(stages))
    throw fault(40170, `arguments to $facet must be arrays, ${name} is not`);
  for (const stage of stages) checkStage(stage);
  return scope.compile(stages, scope.variables);
}

export const facet: StageMaker = (argument, scope) => {
  if (!isDocument(argument) || Object.keys(argument).length === 0)
    throw fault(40169, 'the $facet specification must be a non-empty object');
  const branches = Object.entries(argument).map(
    ([name, stages]) => [name, branchOf(name, stages, scope)] as const,
  );
  return function* (input) {
    const documents = [...input];
    const result = newDocument();
    for (const [name, run] of branches) result[name] = [...run(documents)];
    yield result;
  };
};
