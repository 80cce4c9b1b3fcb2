/** Compiles a query filter into a predicate over stored documents. */

import type { Path } from '../bson/paths.ts';
import { isDbRefName, splitPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, bsonTag, isDocument, isTruthy } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileExpression } from '../expression/expression.ts';
import { rowOf, withVariables } from '../expression/variables.ts';
import type { Condition } from './conditions.ts';
import { anyOf, conditionsOf, equality } from './conditions.ts';
import type { FilterContext, Predicate } from './filter.ts';
import { isOperators } from './filter.ts';
import { rankOf } from './rank.ts';

const refused = new Set(['$where', '$text', '$jsonSchema', '$sampleRate', '$_internalExpr']);
const logicalOperators = new Set(['$and', '$or', '$nor']);
const wholeDocument = new Set(['$expr', '$where', '$text']);

function filterList(name: string, value: Value | undefined): Document[] {
  if (!Array.isArray(value)) throw fault(2, `${name} argument must be an array`);
  if (value.length === 0) throw fault(2, '$and/$or/$nor must be a nonempty array');
  if (!value.every(isDocument)) throw fault(2, '$or/$and/$nor entries need to be full objects');
  return value;
}

/**
 * One condition of a filter. The real server sorts conditions by kind and path, and the last one that an array element
 * met decides the positional `$`, so the order counts.
 */
type Clause = { rank: number; path: string; test: Predicate; condition?: Condition };

function byRank(a: Clause, b: Clause): number {
  return a.rank - b.rank || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

function allOf(clauses: Clause[]): Predicate {
  const tests = clauses.sort(byRank).map(({ test }) => test);
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  const every: Predicate = (doc, match) => {
    if (tests.every((test) => test(doc, match))) return true;
    // A condition that was met does not count if another one was not.
    if (match) delete match.index;
    return false;
  };
  if (tests.length > 2) return every;
  return (doc, match) => (match ? every(doc, match) : first(doc) && second(doc));
}

/** Branches that compare one field with a value each, as one $in: only this sets the element of the positional `$`. */
function asOneCondition(branches: Clause[][]): Condition | undefined {
  const conditions: Condition[] = [];
  const path = branches[0]?.[0]?.path;
  for (const [only, ...others] of branches) {
    const { rank, condition } = only ?? {};
    if (!condition || others.length > 0 || only?.path !== path) return undefined;
    if (rank !== rankOf.$eq && rank !== rankOf.$regex) return undefined;
    conditions.push(condition);
  }
  return anyOf(conditions);
}

function disjunction(branches: Clause[][]): Clause {
  const [[only] = [], ...others] = branches;
  if (only && others.length === 0 && branches[0]?.length === 1) return only;
  const condition = asOneCondition(branches);
  const path = branches[0]?.[0]?.path ?? '';
  if (condition)
    return { rank: rankOf.$in, path, test: condition.onPath(splitPath(path)), condition };
  const tests = branches.map(allOf);
  return { rank: rankOf.$or, path: '', test: (doc) => tests.some((test) => test(doc)) };
}

function logical(name: string, value: Value | undefined, context: FilterContext): Clause[] {
  const branches = filterList(name, value).map((part) => clausesOf(part, context));
  if (name === '$and') return branches.flat();
  if (name === '$or') return [disjunction(branches)];
  const tests = branches.map(allOf);
  return [{ rank: rankOf.$nor, path: '', test: (doc) => !tests.some((test) => test(doc)) }];
}

function expressionFilter(value: Value | undefined, context: FilterContext): Predicate {
  if (value === undefined) throw fault(9, '$expr needs an expression');
  if (context.fold) throw notImplemented('$expr under a collation');
  const { variables = {} } = context;
  const evaluate = withVariables(variables, () => compileExpression(value));
  return (doc) => isTruthy(evaluate(rowOf(doc, variables)));
}

function topLevel(name: string, value: Value | undefined, context: FilterContext): Clause[] {
  if (logicalOperators.has(name)) return logical(name, value, context);
  if (context.nested && wholeDocument.has(name))
    throw fault(2, `${name} can only be applied to the top-level document`);
  if (name === '$expr')
    return [{ rank: rankOf.$expr, path: '', test: expressionFilter(value, context) }];
  if (name === '$comment') return [];
  if (name === '$alwaysTrue' || name === '$alwaysFalse') {
    if (asNumber(value) !== 1) throw fault(9, `${name} must be an integer value of 1`);
    return [{ rank: rankOf.$alwaysTrue, path: '', test: () => name === '$alwaysTrue' }];
  }
  // A DBRef's names are fields here, compared as they are: no operators inside.
  if (isDbRefName(name)) return [equals([name], value ?? null, context)];
  if (refused.has(name)) throw notImplemented(name);
  throw fault(
    2,
    `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

function equals(path: Path, value: Value, { fold }: FilterContext): Clause {
  const condition = equality(value, fold);
  return { rank: rankOf.$eq, path: path.join('.'), test: condition.onPath(path), condition };
}

/** What a field is asked: operators, a regular expression or a value. */
function fieldClauses(path: Path, value: Value, context: FilterContext): Clause[] {
  if (!isOperators(value) && bsonTag(value) !== 'BSONRegExp') return [equals(path, value, context)];
  const field = path.join('.');
  return conditionsOf(value, { ...context, compileFilter, field }).map(({ rank, condition }) => ({
    rank,
    path: field,
    test: condition.onPath(path),
    condition,
  }));
}

export function compileField(path: Path, value: Value, context: FilterContext): Predicate {
  return allOf(fieldClauses(path, value, context));
}

function clausesOf(filter: Document, context: FilterContext): Clause[] {
  const clauses: Clause[] = [];
  for (const name in filter) {
    const value = filter[name] as Value;
    clauses.push(
      ...(name.startsWith('$')
        ? topLevel(name, value, context)
        : fieldClauses(splitPath(name), value, context)),
    );
  }
  return clauses;
}

/** Throws BadValue (2) for what the real server does not know, NotImplemented (238) for what we leave out. */
export function compileFilter(filter: Document, context: FilterContext = {}): Predicate {
  return allOf(clausesOf(filter, context));
}

/** Whether an expression over the whole document is among the conditions. */
export function hasExpression(filter: Document): boolean {
  return Object.entries(filter).some(
    ([name, value]) =>
      name === '$expr' ||
      (logicalOperators.has(name) &&
        Array.isArray(value) &&
        value.some((part) => isDocument(part) && hasExpression(part))),
  );
}
