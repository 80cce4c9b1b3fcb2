/** The stages that read other collections: $lookup, $graphLookup, $unionWith and $facet. */
import { Long } from 'bson';
import { encodeKey } from '../bson/keys.ts';
import { leavesOf, splitPath } from '../bson/paths.ts';
import {
  asNumber,
  bsonTag,
  type Document,
  isDocument,
  newDocument,
  type Value,
} from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { named } from './conditions.ts';
import { compileExpression } from './expression.ts';
import type { Scope, StageMaker } from './scope.ts';
import { compileSetFields } from './set-fields.ts';
import { type Evaluate, rowOf, type Variables } from './variables.ts';

function collectionName(value: Value | undefined, stage: string): string {
  if (isDocument(value)) throw notImplemented(`${stage} from another database`);
  if (typeof value !== 'string') throw fault(9, `${stage} argument 'from' must be a string`);
  return value;
}

function fieldName(value: Value | undefined, stage: string): string {
  if (typeof value !== 'string' || value === '' || value.startsWith('$'))
    throw fault(value === undefined ? 4572 : 16410, `${stage} argument must be a field path`);
  return value;
}

/** A filter for the documents whose `field` equals one of the local values; missing counts as null. */
function joinFilter(document: Document, local: string, field: string): Document {
  const { values, many } = leavesOf(document, splitPath(local));
  const wanted = values.map((value) => value ?? null);
  if (!many && wanted.length === 0) wanted.push(null);
  const regexes = wanted.some((value) => bsonTag(value) === 'BSONRegExp');
  const condition: Value = regexes ? { $or: [] } : { $in: wanted };
  if (!regexes) return { [field]: condition };
  return { $or: wanted.map((value) => ({ [field]: { $eq: value } })) };
}

function setPath(path: string): (document: Document, value: Value) => Document {
  const set = compileSetFields({ [path]: '$$value' });
  return (document, value) => set(document, { value });
}

function letOf(value: Value | undefined): [string, Evaluate][] {
  if (value === undefined) return [];
  if (!isDocument(value)) throw fault(9, "$lookup argument 'let' must be an object");
  return Object.entries(value).map(([name, expression]) => [name, compileExpression(expression)]);
}

const lookup: StageMaker = (argument, scope) => {
  const fields = named(argument, '$lookup', {
    required: ['from', 'as'],
    optional: ['localField', 'foreignField', 'let', 'pipeline'],
  });
  const from = collectionName(fields.from, '$lookup');
  const joined = fields.localField !== undefined || fields.foreignField !== undefined;
  const local = joined ? fieldName(fields.localField, '$lookup') : '';
  const foreign = joined ? fieldName(fields.foreignField, '$lookup') : '';
  const pipeline = fields.pipeline ?? [];
  if (!Array.isArray(pipeline)) throw fault(9, "$lookup argument 'pipeline' must be an array");
  if (!joined && fields.pipeline === undefined)
    throw fault(4572, '$lookup requires either pipeline or both localField and foreignField');
  const bindings = letOf(fields.let);
  const set = setPath(fieldName(fields.as, '$lookup'));
  scope.compile(pipeline, bound(bindings, rowOf(newDocument(), scope.variables), true));
  return function* (input) {
    for (const document of input) {
      const variables = bound(bindings, rowOf(document, scope.variables));
      const stages = joined
        ? [{ $match: joinFilter(document, local, foreign) }, ...pipeline]
        : pipeline;
      yield set(document, [...scope.over(from, stages, variables)]);
    }
  };
};

/** The enclosing variables with those of `let`; `names` only for checking a pipeline early. */
function bound(bindings: [string, Evaluate][], row: Variables, names = false): Variables {
  const { ROOT: _root, CURRENT: _current, ...outer } = row;
  const result: Variables = { ...outer };
  for (const [name, evaluate] of bindings) result[name] = names ? null : evaluate(row);
  return result;
}

const graphLookup: StageMaker = (argument, scope) => {
  const fields = named(argument, '$graphLookup', {
    required: ['from', 'startWith', 'connectFromField', 'connectToField', 'as'],
    optional: ['maxDepth', 'depthField', 'restrictSearchWithMatch'],
  });
  const from = collectionName(fields.from, '$graphLookup');
  const startWith = compileExpression(fields.startWith as Value);
  const fromPath = splitPath(fieldName(fields.connectFromField, '$graphLookup'));
  const to = fieldName(fields.connectToField, '$graphLookup');
  const set = setPath(fieldName(fields.as, '$graphLookup'));
  const setDepth =
    fields.depthField === undefined
      ? undefined
      : setPath(fieldName(fields.depthField, '$graphLookup'));
  const maxDepth = asNumber(fields.maxDepth) ?? Number.POSITIVE_INFINITY;
  const restrict = isDocument(fields.restrictSearchWithMatch)
    ? [{ $match: fields.restrictSearchWithMatch }]
    : [];
  return function* (input) {
    for (const document of input) {
      const found = new Map<string, Document>();
      const start = startWith(rowOf(document, scope.variables)) ?? null;
      let frontier = Array.isArray(start) ? start : [start];
      for (let depth = 0; frontier.length > 0 && depth <= maxDepth; depth++) {
        const stages = [{ $match: { [to]: { $in: frontier } } }, ...restrict];
        frontier = [];
        for (const next of scope.over(from, stages, scope.variables)) {
          const key = encodeKey(next._id);
          if (found.has(key)) continue;
          found.set(key, setDepth ? setDepth(next, Long.fromNumber(depth)) : next);
          frontier.push(...leavesOf(next, fromPath).values.map((value) => value ?? null));
        }
      }
      yield set(document, [...found.values()]);
    }
  };
};

const unionWith: StageMaker = (argument, scope) => {
  const fields =
    typeof argument === 'string'
      ? { coll: argument }
      : named(argument, '$unionWith', { required: ['coll'], optional: ['pipeline'] });
  const name = collectionName(fields.coll, '$unionWith');
  const pipeline = 'pipeline' in fields ? fields.pipeline : [];
  if (!Array.isArray(pipeline)) throw fault(14, "$unionWith 'pipeline' must be an array");
  scope.compile(pipeline, scope.variables);
  return function* (input) {
    yield* input;
    yield* scope.over(name, pipeline, scope.variables);
  };
};

const NOT_IN_FACET = new Set(['$facet', '$out', '$merge', '$geoNear', '$indexStats', '$collStats']);

function facetBranches(
  argument: Value,
  scope: Scope,
): [string, (input: Document[]) => Iterable<Document>][] {
  if (!isDocument(argument) || Object.keys(argument).length === 0)
    throw fault(40169, 'the $facet specification must be a non-empty object');
  return Object.entries(argument).map(([name, stages]) => {
    if (!Array.isArray(stages))
      throw fault(40170, `arguments to $facet must be arrays, ${name} is not`);
    for (const stage of stages)
      if (isDocument(stage) && NOT_IN_FACET.has(Object.keys(stage)[0] ?? ''))
        throw fault(
          40600,
          `${Object.keys(stage)[0]} is not allowed to be used within a $facet stage`,
        );
    return [name, scope.compile(stages, scope.variables)];
  });
}

const facet: StageMaker = (argument, scope) => {
  const branches = facetBranches(argument, scope);
  return function* (input) {
    const documents = [...input];
    const result = newDocument();
    for (const [name, run] of branches) result[name] = [...run(documents)];
    yield result;
  };
};

export const LOOKUP_STAGES: Record<string, StageMaker> = {
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith: unionWith,
  $facet: facet,
};
