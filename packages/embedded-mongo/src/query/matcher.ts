/** Compiles a query filter into a predicate over stored documents. */

import type { Path } from '../bson/paths.ts';
import { isDbRefName, splitPath } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, bsonTag, isDocument, isTruthy } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileExpression } from '../expression/expression.ts';
import { rowOf, withVariables } from '../expression/variables.ts';
import { compileCondition, equality } from './conditions.ts';
import type { FilterContext, Predicate } from './filter.ts';
import { isOperators } from './filter.ts';

const refused = new Set(['$where', '$text', '$jsonSchema', '$sampleRate', '$_internalExpr']);
const logicalOperators = new Set(['$and', '$or', '$nor']);
const wholeDocument = new Set(['$expr', '$where', '$text']);

function filterList(name: string, value: Value | undefined): Document[] {
  if (!Array.isArray(value)) throw fault(2, `${name} argument must be an array`);
  if (value.length === 0) throw fault(2, '$and/$or/$nor must be a nonempty array');
  if (!value.every(isDocument)) throw fault(2, '$or/$and/$nor entries need to be full objects');
  return value;
}

function allOf(predicates: Predicate[]): Predicate {
  const [first, second] = predicates;
  if (!first) return () => true;
  if (!second) return first;
  if (predicates.length === 2) return (doc, match) => first(doc, match) && second(doc, match);
  return (doc, match) => predicates.every((predicate) => predicate(doc, match));
}

function logical(name: string, value: Value | undefined, context: FilterContext): Predicate {
  const parts = filterList(name, value).map((part) => compileFilter(part, context));
  if (name === '$and') return allOf(parts);
  const wanted = name === '$or';
  return (doc, match) => parts.some((part) => part(doc, wanted ? match : undefined)) === wanted;
}

function expressionFilter(value: Value | undefined, context: FilterContext): Predicate {
  if (value === undefined) throw fault(9, '$expr needs an expression');
  const { variables = {} } = context;
  const evaluate = withVariables(variables, () => compileExpression(value));
  return (doc) => isTruthy(evaluate(rowOf(doc, variables)));
}

function topLevel(
  name: string,
  value: Value | undefined,
  context: FilterContext,
): Predicate | undefined {
  if (logicalOperators.has(name)) return logical(name, value, context);
  if (context.nested && wholeDocument.has(name))
    throw fault(2, `${name} can only be applied to the top-level document`);
  if (name === '$expr') return expressionFilter(value, context);
  if (name === '$comment') return undefined;
  if (name === '$alwaysTrue' || name === '$alwaysFalse') {
    if (asNumber(value) !== 1) throw fault(9, `${name} must be an integer value of 1`);
    return () => name === '$alwaysTrue';
  }
  // A DBRef's names are fields here, compared as they are: no operators inside.
  if (isDbRefName(name)) return equality(value ?? null, context.fold).onPath([name]);
  if (refused.has(name)) throw notImplemented(name);
  throw fault(
    2,
    `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
  );
}

/** What a field is asked: operators, a regular expression or a value. */
export function compileField(path: Path, value: Value, context: FilterContext): Predicate {
  if (isOperators(value) || bsonTag(value) === 'BSONRegExp')
    return compileCondition(value, { ...context, compileFilter, field: path.join('.') }).onPath(
      path,
    );
  return equality(value, context.fold).onPath(path);
}

/** Throws BadValue (2) for what the real server does not know, NotImplemented (238) for what we leave out. */
export function compileFilter(filter: Document, context: FilterContext = {}): Predicate {
  const predicates: Predicate[] = [];
  for (const name in filter) {
    const value = filter[name] as Value;
    const predicate = name.startsWith('$')
      ? topLevel(name, value, context)
      : compileField(splitPath(name), value, context);
    if (predicate) predicates.push(predicate);
  }
  return allOf(predicates);
}
