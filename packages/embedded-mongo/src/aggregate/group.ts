/** The stages that gather: $group, $sortByCount and $count. */
import { compareKeys, encodeKey } from '../bson/keys.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, isNumeric, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Evaluate, Variables } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';
import type { Accumulator } from './accumulators.ts';
import { compileAccumulator } from './accumulators.ts';
import type { Stage, StageMaker } from './scope.ts';

type Fields = [string, Accumulator][];

export function accumulatorsOf(fields: Document): Fields {
  return Object.entries(fields).map(([name, definition]) => {
    if (name.includes('.')) throw fault(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$'))
      throw fault(40236, `The field name '${name}' cannot be an operator name`);
    return [name, compileAccumulator(name, definition)];
  });
}

/** The documents of a stage by the key of what `idOf` makes of each. */
export function gatherBy(
  input: Iterable<Document>,
  idOf: (row: Variables) => Value,
  variables: Variables,
): Map<string, { id: Value; rows: Variables[] }> {
  const groups = new Map<string, { id: Value; rows: Variables[] }>();
  for (const document of input) {
    const row = rowOf(document, variables);
    const id = idOf(row);
    const key = encodeKey(id);
    const known = groups.get(key);
    if (known) known.rows.push(row);
    else groups.set(key, { id, rows: [row] });
  }
  return groups;
}

export function groupDocument(id: Value, rows: Variables[], fields: Fields): Document {
  const result = newDocument();
  result._id = id;
  for (const [name, gather] of fields) result[name] = gather(rows);
  return result;
}

function refuseInclusions(id: Value): void {
  if (!isDocument(id) || Object.keys(id)[0]?.startsWith('$')) return;
  for (const value of Object.values(id))
    if (isNumeric(value) || typeof value === 'boolean')
      throw fault(17390, '$group does not support inclusion-style expressions');
}

/** The one field of a key is null where it is missing (DocumentSourceGroup's computeGroupKey); one of several stays away. */
function idOf(id: Value): Evaluate {
  const evaluate = compileExpression(id);
  const names = isDocument(id) ? Object.keys(id) : [];
  const [only] = names;
  if (only === undefined || names.length > 1 || only.startsWith('$')) return evaluate;
  return (variables) => {
    const key = evaluate(variables) as Document;
    return only in key ? key : Object.assign(newDocument(), { [only]: null });
  };
}

const group: StageMaker = (argument, { variables }) => {
  if (!isDocument(argument)) throw fault(15947, "a group's fields must be specified in an object");
  const { _id: idExpression, ...rest } = argument;
  const fields = accumulatorsOf(rest);
  if (idExpression === undefined) throw fault(15955, 'a group specification must include an _id');
  refuseInclusions(idExpression);
  const evaluate = idOf(idExpression);
  return function* (input) {
    const groups = gatherBy(input, (row) => evaluate(row) ?? null, variables);
    for (const { id, rows } of groups.values()) yield groupDocument(id, rows, fields);
  };
};

function checkSortByCount(argument: Value): void {
  if (isDocument(argument)) {
    if (!Object.keys(argument)[0]?.startsWith('$'))
      throw fault(
        40147,
        'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
      );
  } else if (typeof argument !== 'string')
    throw fault(
      40149,
      'the sortByCount field must be specified as a $-prefixed path or an expression inside an object',
    );
  else if (!argument.startsWith('$'))
    throw fault(40148, 'the sortByCount field must be defined as a $-prefixed path');
}

const sortByCount: StageMaker = (argument, scope) => {
  checkSortByCount(argument);
  const grouped = group({ _id: argument, count: { $sum: 1 } }, scope);
  return (input) =>
    [...grouped(input)].sort(
      (a, b) =>
        Number(b.count) - Number(a.count) || compareKeys(encodeKey(a._id), encodeKey(b._id)),
    );
};

function checkCountField(argument: Value): string {
  if (typeof argument !== 'string')
    throw fault(40156, 'the count field must be a non-empty string');
  if (argument === '') throw fault(40157, 'the count field must be a non-empty string');
  if (argument.startsWith('$')) throw fault(40158, 'the count field cannot be a $-prefixed path');
  if (argument.includes('\0')) throw fault(40159, 'the count field cannot contain a null byte');
  if (argument.includes('.')) throw fault(40160, "the count field cannot contain '.'");
  if (argument === '_id') throw fault(9039800, "the count field cannot be '_id'");
  return argument;
}

const count: StageMaker = (argument): Stage => {
  const field = checkCountField(argument);
  return function* (input) {
    let n = 0;
    for (const _ of input) n++;
    if (n > 0) yield Object.assign(newDocument(), { [field]: n });
  };
};

export const groupStages: Record<string, StageMaker> = {
  $group: group,
  $sortByCount: sortByCount,
  $count: count,
};
