/** explain: which plan a query gets, and what it looked at. */
import type { Document, Value } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { KeyRange } from '../plan/bounds.ts';
import type { IndexPlan, Plan } from '../plan/planner.ts';
import { planQuery } from '../plan/planner.ts';
import type { Counters, Query } from '../plan/scan.ts';
import { runQuery } from '../plan/scan.ts';
import { checkNamespace } from '../store/catalog.ts';
import type { Collection } from '../store/collection.ts';
import { queryOf, visible } from './read.ts';
import type { CommandTable, Request } from './request.ts';
import { arrayOption, documentOption } from './request.ts';

function indexStage(plan: IndexPlan): Document {
  const { index, ranges, reverse } = plan;
  return {
    stage: 'IXSCAN',
    keyPattern: index.spec.key,
    indexName: index.spec.name,
    isMultiKey: index.manyFields !== undefined,
    isUnique: index.spec.unique,
    isSparse: index.spec.sparse,
    isPartial: index.spec.partial !== undefined,
    direction: reverse ? 'backward' : 'forward',
    ranges: ranges.length,
    ...(ranges.some(isOpen) ? { indexBounds: wholeBounds(index) } : {}),
  };
}

const isOpen = ({ low, high }: KeyRange): boolean => low === '' && high === undefined;

/** The real server's form of bounds for a full index scan; other bounds are not described. */
function wholeBounds({ fields }: IndexPlan['index']): Document {
  return Object.fromEntries(fields.map((field) => [field, ['[MinKey, MaxKey]']]));
}

function access(plan: Plan): Document {
  if (plan.kind === 'scan')
    return { stage: 'COLLSCAN', direction: plan.reverse ? 'backward' : 'forward' };
  if (plan.kind === 'index') return { stage: 'FETCH', inputStage: indexStage(plan) };
  return { stage: 'FETCH', inputStage: { stage: 'OR', inputStages: plan.plans.map(indexStage) } };
}

/** The plan as the real server names its stages. */
function winningPlan(collection: Collection | undefined, query: Query): Document {
  if (!collection) return { stage: 'EOF' };
  const plan = planQuery(collection, query);
  let stage = access(plan);
  if (query.sort.length > 0 && !(plan.kind === 'index' && plan.sorted))
    stage = { stage: 'SORT', sortPattern: sortPattern(query), inputStage: stage };
  if (query.skip) stage = { stage: 'SKIP', skipAmount: query.skip, inputStage: stage };
  if (query.limit) stage = { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage };
  return stage;
}

function sortPattern(query: Query): Document {
  return Object.fromEntries(query.sort.map(({ name, descending }) => [name, descending ? -1 : 1]));
}

function explained(command: Document): { target: Value; body: Document; filterField: string } {
  const [name = ''] = Object.keys(command);
  const target = command[name] as Value;
  const first = (field: string): Document => {
    const [statement] = arrayOption(command, field);
    if (!isDocument(statement)) throw fault(14, `BSON field '${field}' must hold objects`);
    return statement;
  };
  switch (name) {
    case 'find':
      return { target, body: command, filterField: 'filter' };
    case 'count':
    case 'distinct':
    case 'findAndModify':
    case 'findandmodify':
      return { target, body: command, filterField: 'query' };
    case 'update':
      return { target, body: first('updates'), filterField: 'q' };
    case 'delete':
      return { target, body: { ...first('deletes'), limit: 0 }, filterField: 'q' };
    case 'aggregate': {
      const [match] = arrayOption(command, 'pipeline');
      const filter = isDocument(match) && isDocument(match.$match) ? match.$match : {};
      return { target, body: { filter }, filterField: 'filter' };
    }
    default:
      throw fault(59, `Explain failed due to unknown command: ${name}`);
  }
}

const verbosities = ['queryPlanner', 'executionStats', 'allPlansExecution'];

function explain(request: Request): Document {
  const command = documentOption(request.body, 'explain');
  const { verbosity = 'allPlansExecution' } = request.body;
  if (!verbosities.includes(String(verbosity)))
    throw fault(
      2,
      `Enumeration value '${String(verbosity)}' for field 'explain.verbosity' is not a valid value.`,
    );
  const { target, body, filterField } = explained(command);
  if (typeof target !== 'string') throw fault(73, 'Failed to parse namespace element');
  const ns = checkNamespace(request.database, target);
  const query = queryOf(body, filterField);
  const collection = visible(request, ns);
  const queryPlanner: Document = {
    namespace: ns,
    parsedQuery: query.filter,
    winningPlan: winningPlan(collection, query),
    rejectedPlans: [],
  };
  const reply: Document = { explainVersion: '1', queryPlanner, command, ok: 1 };
  if (verbosity === 'queryPlanner') return reply;
  const counters: Counters = { keys: 0, documents: 0 };
  const started = performance.now();
  let nReturned = 0;
  if (collection) for (const _ of runQuery(collection, query, counters)) nReturned++;
  reply.executionStats = {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - started),
    totalKeysExamined: counters.keys,
    totalDocsExamined: counters.documents,
  };
  return reply;
}

export const explainCommands: CommandTable = {
  explain: { fields: ['verbosity'], run: explain },
};
