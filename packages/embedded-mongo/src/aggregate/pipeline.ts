/** The one way into pipelines: compiles them; the leading $match, $sort, $skip and $limit become a planned query. */

import { parseSort } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import type { Variables } from '../expression/variables.ts';
import { withVariables } from '../expression/variables.ts';
import { countMatches } from '../plan/count.ts';
import type { Query } from '../plan/scan.ts';
import { documentsOf } from '../plan/scan.ts';
import { compileFilter } from '../query/matcher.ts';
import type { Collection } from '../store/collection.ts';
import { bucket } from './bucket.ts';
import { facet } from './facet.ts';
import { groupStages } from './group.ts';
import { lookupStages } from './lookup.ts';
import type { Scope, Sink, Stage, StageMaker } from './scope.ts';
import { plainStages } from './stages.ts';
import { stageOf, transformStages } from './transforms.ts';
import { setWindowFields } from './window.ts';
import { splitSink } from './write-stages.ts';

const leftOut = new Set(
  (
    '$bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $currentOp $densify $documents ' +
    '$fill $geoNear $indexStats $listLocalSessions $listSessions $planCacheStats $redact $search ' +
    '$listClusterCatalog $listSearchIndexes $querySettings $rankFusion $scoreFusion $score ' +
    '$searchMeta $vectorSearch $queryStats $shardedDataDistribution $listSampledQueries'
  ).split(' '),
);

const allStages: Record<string, StageMaker> = {
  ...plainStages,
  ...groupStages,
  ...lookupStages,
  $bucket: bucket,
  $facet: facet,
  $setWindowFields: setWindowFields,
};

function compileStage(stage: Value, scope: Scope): Stage {
  const [name, argument] = stageOf(stage);
  if (Object.hasOwn(allStages, name)) return (allStages[name] as StageMaker)(argument, scope);
  if (Object.hasOwn(transformStages, name)) {
    const transform = transformStages[name]?.(argument);
    return function* (input) {
      for (const document of input) if (transform) yield transform(document, scope.variables);
    };
  }
  if (name === '$out' || name === '$merge')
    throw fault(40601, `${name} can only be the final stage in the pipeline`);
  if (leftOut.has(name)) throw notImplemented(`The stage ${name}`);
  throw fault(40324, `Unrecognized pipeline stage name: '${name}'`);
}

const maxStages = 1000;

function compileStages(stages: Value[], scope: Scope): Stage {
  if (stages.length > maxStages)
    throw fault(7749501, `Pipeline length must be no longer than ${maxStages} stages`);
  const compiled = withVariables(scope.variables, () =>
    stages.map((stage) => compileStage(stage, scope)),
  );
  return (input) =>
    compiled.reduce((documents: Iterable<Document>, stage) => stage(documents), input);
}

/** How many leading stages a query can take over, and that query. */
function leadingQuery(stages: Value[], variables: Variables): { query: Query; taken: number } {
  const query: Query = { filter: {}, sort: [], limited: false, matches: () => true };
  const order = ['$match', '$sort', '$skip', '$limit'];
  let [taken, at] = [0, 0];
  for (const stage of stages) {
    const [name, argument] = stageOf(stage);
    const position = order.indexOf(name, at);
    if (position < 0) break;
    if (name === '$match' && isDocument(argument)) {
      query.filter = argument;
      query.matches = compileFilter(argument, { variables });
    } else if (name === '$sort') query.sort = parseSort(argument);
    else if (name === '$skip') query.skip = asNumber(argument) ?? 0;
    else if (name === '$limit') {
      query.limit = asNumber(argument) ?? 0;
      query.limited = true;
    }
    at = position + 1;
    taken++;
  }
  return { query, taken };
}

/** What the stages make where they only count, as a driver's countDocuments does: the group's id and the count's name. */
function countingGroup(stages: Value[]): { id: Value; field: string } | undefined {
  const [only, ...more] = stages;
  if (!isDocument(only) || !isDocument(only.$group) || more.length > 0) return undefined;
  const { _id: id, ...fields } = only.$group;
  const [[field, sum] = [], ...others] = Object.entries(fields);
  if (field === undefined || others.length > 0 || !isDocument(sum)) return undefined;
  const constant = id === null || typeof id === 'number';
  return constant && Object.keys(sum).length === 1 && sum.$sum === 1 ? { id, field } : undefined;
}

function* countRow(
  collection: Collection | undefined,
  query: Query,
  { id, field }: { id: Value; field: string },
): Generator<Document> {
  const count = collection ? countMatches(collection, query) : 0;
  if (count > 0) yield { _id: id, [field]: count };
}

export type Source = {
  database: string;
  collection: (name: string) => Collection | undefined;
  variables: Variables;
  /** The command's own hint. */
  hint?: Value | undefined;
  /** How many pipelines of joins are around it. */
  depth?: number;
};

/** The scope of a pipeline inside of a stage. */
function nestedScope(outer: Scope, variables: Variables, depth: number): Scope {
  const scope: Scope = {
    ...outer,
    variables,
    depth,
    compile: (inner, names, deeper = depth) =>
      compileStages(inner, nestedScope(scope, names, deeper)),
  };
  return scope;
}

/** Runs a pipeline over a collection. All stages are checked before the first document is read. */
function runPipeline(source: Source, name: string, stages: Value[]): Iterable<Document> {
  const scope: Scope = {
    variables: source.variables,
    collection: source.collection,
    depth: source.depth ?? 0,
    compile: (inner, variables, depth = scope.depth) =>
      compileStages(inner, nestedScope(scope, variables, depth)),
    over: (other, inner, variables) =>
      runPipeline({ ...source, hint: undefined, variables, depth: scope.depth + 1 }, other, inner),
  };
  compileStages(stages, scope);
  const { query, taken } = leadingQuery(stages, source.variables);
  query.hint = source.hint;
  const counting = countingGroup(stages.slice(taken));
  if (counting) return countRow(source.collection(name), query, counting);
  const rest = compileStages(stages.slice(taken), scope);
  return rest(documentsOf(() => source.collection(name), query));
}

/** `run` may be called again: a statement that had to wait restarts. */
export type Pipeline = { run: () => Iterable<Document>; sink: Sink | undefined };

export function openPipeline(source: Source, name: string, stages: Value[]): Pipeline {
  const split = splitSink(stages, source.database);
  return { run: () => runPipeline(source, name, split.stages), sink: split.sink };
}
