/** $bucket: documents by ranges of a value. */
import { compareKeys, encodeKey } from '../bson/keys.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileExpression } from '../expression/expression.ts';
import { accumulatorsOf, gatherBy, groupDocument } from './group.ts';
import type { StageMaker } from './scope.ts';

type Bound = { value: Value; key: string };

function constant(value: Value, code: number, what: string): Value {
  if (typeof value === 'string' && value.startsWith('$'))
    throw fault(
      code,
      `The $bucket '${what}' field must be a constant, but found: ${showValue(value)}`,
    );
  return compileExpression(value)({}) ?? null;
}

function boundsOf(value: Value | undefined): Bound[] {
  if (!Array.isArray(value))
    throw fault(40200, "The $bucket 'boundaries' field must be an array of values");
  if (value.length < 2)
    throw fault(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const bounds = value.map((bound) => {
    const known = constant(bound, 40191, 'boundaries');
    return { value: known, key: encodeKey(known) };
  });
  for (const [at, { key }] of bounds.entries()) {
    const before = bounds[at - 1]?.key;
    if (before === undefined) continue;
    if (before[0] !== key[0])
      throw fault(
        40193,
        "All values in the 'boundaries' option to $bucket must have the same type",
      );
    if (compareKeys(before, key) >= 0)
      throw fault(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
  }
  return bounds;
}

function defaultOf(value: Value | undefined, bounds: Bound[]): Value | undefined {
  if (value === undefined) return undefined;
  const known = constant(value, 40195, 'default');
  const key = encodeKey(known);
  const [low = '', high = ''] = [bounds[0]?.key, bounds.at(-1)?.key];
  if (key[0] === low[0] && key >= low && key < high)
    throw fault(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the highest boundary.",
    );
  return known;
}

const knownFields = new Set(['groupBy', 'boundaries', 'default', 'output']);

function check(argument: Value): Document {
  if (!isDocument(argument))
    throw fault(40201, 'Argument to $bucket stage must be an object, but found another type');
  for (const field in argument)
    if (!knownFields.has(field)) throw fault(40197, `Unrecognized option to $bucket: ${field}.`);
  const { groupBy, boundaries, output } = argument;
  const byPath = typeof groupBy === 'string' && groupBy.startsWith('$');
  const byExpression = isDocument(groupBy) && Object.keys(groupBy)[0]?.startsWith('$');
  if (groupBy !== undefined && !byPath && !byExpression)
    throw fault(
      40202,
      `The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression object, but found: ${showValue(groupBy)}`,
    );
  if (output !== undefined && !isDocument(output))
    throw fault(40196, "The $bucket 'output' field must be an object");
  if (groupBy === undefined || boundaries === undefined)
    throw fault(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  return argument;
}

export const bucket: StageMaker = (argument, { variables }) => {
  const fields = check(argument);
  const bounds = boundsOf(fields.boundaries);
  const fallback = defaultOf(fields.default, bounds);
  const output = isDocument(fields.output) ? fields.output : { count: { $sum: 1 } };
  if ('_id' in output) throw fault(15948, "a group's _id may only be specified once");
  const gathered = accumulatorsOf(output);
  const groupBy = compileExpression(fields.groupBy as Value);
  const end = bounds.at(-1)?.key ?? '';
  const bucketOf = (value: Value | undefined): Value => {
    const key = encodeKey(value);
    const found = key < end ? bounds.findLast((bound) => bound.key <= key) : undefined;
    if (found) return found.value;
    if (fallback !== undefined) return fallback;
    throw fault(
      40066,
      '$switch could not find a matching branch for an input, and no default was specified.',
    );
  };
  return function* (input) {
    const groups = gatherBy(input, (row) => bucketOf(groupBy(row)), variables);
    const ordered = [...groups].sort(([a], [b]) => compareKeys(a, b));
    for (const [, { id, rows }] of ordered) yield groupDocument(id, rows, gathered);
  };
};
