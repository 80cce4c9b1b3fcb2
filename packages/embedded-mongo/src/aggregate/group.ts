/** The stages that gather: $group, $bucket, $sortByCount and $count. */
import { compareKeys, encodeKey } from '../bson/keys.ts';
import { type Document, isDocument, newDocument, type Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { type Accumulator, compileAccumulator } from './accumulators.ts';
import { named } from './conditions.ts';
import { compileExpression } from './expression.ts';
import type { Stage, StageMaker } from './scope.ts';
import { rowOf, type Variables } from './variables.ts';

type Fields = [string, Accumulator][];

function accumulatorsOf(fields: Document): Fields {
  return Object.entries(fields).map(([name, definition]) => {
    if (name.includes('.')) throw fault(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$'))
      throw fault(40236, `The field name '${name}' cannot be an operator name`);
    return [name, compileAccumulator(name, definition)];
  });
}

function groupDocument(id: Value, rows: Variables[], fields: Fields): Document {
  const result = newDocument();
  result._id = id;
  for (const [name, gather] of fields) result[name] = gather(rows);
  return result;
}

const group: StageMaker = (argument, { variables }) => {
  if (!isDocument(argument)) throw fault(15947, "a group's fields must be specified in an object");
  const { _id: idExpression, ...rest } = argument;
  if (idExpression === undefined) throw fault(15955, 'a group specification must include an _id');
  const idOf = compileExpression(idExpression);
  const fields = accumulatorsOf(rest);
  return function* (input) {
    const groups = new Map<string, { id: Value; rows: Variables[] }>();
    for (const document of input) {
      const row = rowOf(document, variables);
      const id = idOf(row) ?? null;
      const key = encodeKey(id);
      const known = groups.get(key);
      if (known) known.rows.push(row);
      else groups.set(key, { id, rows: [row] });
    }
    for (const { id, rows } of groups.values()) yield groupDocument(id, rows, fields);
  };
};

const bucket: StageMaker = (argument, { variables }) => {
  const fields = named(argument, '$bucket', {
    required: ['groupBy', 'boundaries'],
    optional: ['default', 'output'],
  });
  if (!Array.isArray(fields.boundaries) || fields.boundaries.length < 2)
    throw fault(40192, "The $bucket 'boundaries' field must have at least 2 values");
  const bounds = fields.boundaries.map((value) => ({ value, key: encodeKey(value) }));
  if (bounds.some(({ key }, at) => at > 0 && compareKeys(bounds[at - 1]?.key ?? '', key) >= 0))
    throw fault(40194, "The 'boundaries' option to $bucket must be sorted");
  const groupBy = compileExpression(fields.groupBy as Value);
  const output = isDocument(fields.output) ? fields.output : { count: { $sum: 1 } };
  const gathered = accumulatorsOf(output);
  const bucketOf = (value: Value | undefined): Value => {
    const key = encodeKey(value);
    const last = bounds.at(-1)?.key ?? '';
    const found = key < last ? bounds.findLast((bound) => bound.key <= key) : undefined;
    if (found) return found.value;
    if (fields.default === undefined)
      throw fault(
        40066,
        '$switch could not find a matching branch for an input, and no default was specified.',
      );
    return fields.default;
  };
  return function* (input) {
    const groups = new Map<string, { id: Value; rows: Variables[] }>();
    for (const document of input) {
      const row = rowOf(document, variables);
      const id = bucketOf(groupBy(row));
      const key = encodeKey(id);
      const known = groups.get(key);
      if (known) known.rows.push(row);
      else groups.set(key, { id, rows: [row] });
    }
    const ordered = [...groups].sort(([a], [b]) => compareKeys(a, b));
    for (const [, { id, rows }] of ordered) yield groupDocument(id, rows, gathered);
  };
};

const sortByCount: StageMaker = (argument, scope) => {
  const grouped = group({ _id: argument, count: { $sum: 1 } }, scope);
  return (input) =>
    [...grouped(input)].sort(
      (a, b) =>
        Number(b.count) - Number(a.count) || compareKeys(encodeKey(a._id), encodeKey(b._id)),
    );
};

const count: StageMaker = (argument): Stage => {
  if (typeof argument !== 'string' || argument === '')
    throw fault(40156, 'the count field must be a non-empty string');
  if (argument.startsWith('$')) throw fault(40158, 'the count field cannot be a $-prefixed path');
  if (argument.includes('.')) throw fault(40160, "the count field cannot contain '.'");
  return function* (input) {
    let n = 0;
    for (const _ of input) n++;
    if (n > 0) yield Object.assign(newDocument(), { [argument]: n });
  };
};

export const GROUP_STAGES: Record<string, StageMaker> = {
  $group: group,
  $bucket: bucket,
  $sortByCount: sortByCount,
  $count: count,
};
