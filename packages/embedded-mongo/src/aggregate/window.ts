/** $setWindowFields over windows counted in documents, and the rank functions. */
import { compareKeys, encodeKey } from '../bson/keys.ts';
import { parseFieldPath } from '../bson/paths.ts';
import type { SortField } from '../bson/sort.ts';
import { parseSort, sortBy, sortKey } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { named } from '../expression/conditions.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Variables } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';
import { compileAccumulator } from './accumulators.ts';
import type { StageMaker } from './scope.ts';
import { fieldSetter } from './set-fields.ts';

/** A sorted partition: rows and the sort key of each. */
type Partition = { rows: Variables[]; keys: string[] };

type WindowFunction = (partition: Partition, at: number) => Value;

const ranks: Record<string, WindowFunction> = {
  $documentNumber: (_, at) => at + 1,
  $rank: ({ keys }, at) => keys.indexOf(keys[at] as string) + 1,
  $denseRank: ({ keys }, at) => new Set(keys.slice(0, at + 1)).size,
};
const leftOut = new Set([
  '$derivative',
  '$integral',
  '$expMovingAvg',
  '$linearFill',
  '$locf',
  '$covariancePop',
  '$covarianceSamp',
]);

function bound(value: Value | undefined): number {
  if (value === 'unbounded') return Number.POSITIVE_INFINITY;
  if (value === 'current') return 0;
  const number = asNumber(value);
  if (number === undefined || !Number.isInteger(number))
    throw fault(9, 'Window bounds must be integers, "unbounded" or "current"');
  return number;
}

function windowOf(
  window: Value | undefined,
  sorted: boolean,
): (at: number, size: number) => [number, number] {
  if (window === undefined || (isDocument(window) && Object.keys(window).length === 0))
    return (_, size) => [0, size];
  if (!isDocument(window)) throw fault(9, "'window' field must be an object");
  if (window.range !== undefined || window.unit !== undefined)
    throw notImplemented('A window by range');
  if (!Array.isArray(window.documents) || window.documents.length !== 2)
    throw fault(9, "'window' needs 'documents' with two bounds");
  const [lower, upper] = window.documents.map(bound) as [number, number];
  const endless = window.documents.every((each) => each === 'unbounded');
  if (!endless && !sorted) throw fault(5339901, 'Document-based bounds require a sortBy');
  if (!endless && lower !== Number.POSITIVE_INFINITY && lower > upper)
    throw fault(5339900, 'Lower bound must not exceed upper bound');
  const low = lower === Number.POSITIVE_INFINITY ? Number.NEGATIVE_INFINITY : lower;
  return (at, size) => [Math.max(0, at + low), Math.min(size, at + upper + 1)];
}

function shift(argument: Value): WindowFunction {
  const fields = named(argument, '$shift', {
    codes: [9, 9],
    required: [
      ['output', 9],
      ['by', 9],
    ],
    optional: ['default'],
  });
  const output = compileExpression(fields.output as Value);
  const by = asNumber(fields.by) ?? 0;
  return ({ rows }, at) => {
    const row = rows[at + by];
    return (row ? output(row) : fields.default) ?? null;
  };
}

function compileOutput(field: string, definition: Value, sort: SortField[]): WindowFunction {
  if (!isDocument(definition)) throw fault(9, `The field '${field}' must be an object`);
  const { window, ...rest } = definition;
  const [name = ''] = Object.keys(rest);
  if (leftOut.has(name)) throw notImplemented(`The window function ${name}`);
  if (name in ranks || name === '$shift') {
    if (sort.length === 0)
      throw fault(5371602, `${name} must be specified with a top level sortBy expression`);
    return name === '$shift' ? shift(rest.$shift as Value) : (ranks[name] as WindowFunction);
  }
  const gather = compileAccumulator(field, rest);
  const limits = windowOf(window, sort.length > 0);
  return ({ rows }, at) => gather(rows.slice(...limits(at, rows.length)));
}

export const setWindowFields: StageMaker = (argument, { variables }) => {
  const fields = named(argument, '$setWindowFields', {
    codes: [9, 40415],
    required: [['output', 40414]],
    optional: ['partitionBy', 'sortBy'],
  });
  const sort = parseSort(fields.sortBy ?? undefined);
  const partitionBy =
    fields.partitionBy === undefined ? () => null : compileExpression(fields.partitionBy);
  if (!isDocument(fields.output)) throw fault(9, "'output' must be an object");
  const outputs = Object.entries(fields.output).map(([name, definition]) => ({
    set: fieldSetter(parseFieldPath(name)),
    compute: compileOutput(name, definition, sort),
  }));
  return function* (input) {
    const partitions = new Map<string, Document[]>();
    for (const document of input) {
      const key = encodeKey(partitionBy(rowOf(document, variables)));
      const known = partitions.get(key);
      if (known) known.push(document);
      else partitions.set(key, [document]);
    }
    for (const [, documents] of [...partitions].sort(([a], [b]) => compareKeys(a, b))) {
      const ordered = sortBy(documents, (document) => sortKey(document, sort));
      const rows = ordered.map((document) => rowOf(document, variables));
      const partition = { rows, keys: ordered.map((document) => sortKey(document, sort)) };
      for (const [at, document] of ordered.entries())
        yield outputs.reduce(
          (result, { set, compute }) => set(result, compute(partition, at)),
          document,
        );
    }
  };
};
