/** The stages that read other collections: $lookup, $graphLookup and $unionWith. */
import { Long } from 'bson';
import { encodeKey } from '../bson/keys.ts';
import type { Path } from '../bson/paths.ts';
import { parseFieldPath, valuesAt } from '../bson/paths.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, bsonTag, isDocument, newDocument, typeName } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { stageFields } from '../expression/arguments.ts';
import type { Fields } from '../expression/conditions.ts';
import { named, variableName } from '../expression/conditions.ts';
import { compileExpression } from '../expression/expression.ts';
import type { Evaluate, Variables } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';
import type { Scope, StageMaker } from './scope.ts';
import { nestedSetter } from './set-fields.ts';
import { refuseWrites } from './write-stages.ts';

function collectionName(value: Value | undefined, stage: string): string {
  if (isDocument(value)) throw notImplemented(`${stage} from another database`);
  if (typeof value !== 'string') throw fault(9, `${stage} 'from' field must be a string`);
  if (value === '') throw fault(73, `invalid ${stage} namespace`);
  return value;
}

/** A pipeline that brings its own documents needs no collection. */
function refuseDocuments(pipeline: Value[]): void {
  const [first] = pipeline;
  if (isDocument(first) && '$documents' in first) throw notImplemented('The stage $documents');
}

const maxDepth = 20;

/** Checks a pipeline inside of a join before the first document is read. */
function checkPipeline(pipeline: Value[], variables: Variables, scope: Scope): void {
  const depth = scope.depth + 1;
  if (depth > maxDepth)
    throw fault(232, `Maximum number of nested sub-pipelines exceeded. Limit is ${maxDepth}`);
  scope.compile(pipeline, variables, depth);
}

function pathOf(value: Value | undefined, field: string): Path {
  if (typeof value !== 'string')
    throw fault(
      14,
      `BSON field '${field}' is the wrong type '${typeName(value)}', expected type 'string'`,
    );
  return parseFieldPath(value);
}

/** A filter for the documents whose `field` equals one of the local values; none of them count as null. */
function joinFilter(document: Document, local: Path, field: string): Document {
  const values = valuesAt(document, local);
  const wanted = values.length === 0 ? [null] : values;
  const regexes = wanted.some((value) => bsonTag(value) === 'BSONRegExp');
  if (!regexes) return { [field]: { $in: wanted } };
  return { $or: wanted.map((value) => ({ [field]: { $eq: value } })) };
}

function letOf(value: Value | undefined): [string, Evaluate][] {
  if (value === undefined) return [];
  if (!isDocument(value))
    throw fault(
      14,
      `BSON field '$lookup.let' is the wrong type '${typeName(value)}', expected type 'object'`,
    );
  return Object.entries(value).map(([name, expression]) => [
    variableName(name),
    compileExpression(expression),
  ]);
}

function pipelineOf(value: Value | undefined): Value[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  throw fault(14, "'pipeline' option must be specified as an array");
}

type Join = { local: Path; foreign: string };

/** The two fields of a join by equality; both or neither are there. */
function joinOf(fields: Document): Join | undefined {
  const { localField, foreignField, pipeline, let: bindings } = fields;
  if (bindings !== undefined && pipeline === undefined)
    throw fault(9, "$lookup with a 'let' argument must also specify 'pipeline'");
  if ((localField === undefined) !== (foreignField === undefined))
    throw fault(
      9,
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified",
    );
  if (localField === undefined) {
    if (pipeline !== undefined) return undefined;
    throw fault(
      9,
      "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified",
    );
  }
  const foreign = pathOf(foreignField, '$lookup.foreignField');
  return { local: pathOf(localField, '$lookup.localField'), foreign: foreign.join('.') };
}

const lookup: StageMaker = (argument, scope) => {
  if (!isDocument(argument))
    throw fault(9, 'the $lookup stage specification must be an object, but found another type');
  const fields = stageFields(argument, '$lookup', {
    required: ['as'],
    optional: ['from', 'localField', 'foreignField', 'let', 'pipeline'],
  });
  const set = nestedSetter(pathOf(fields.as, '$lookup.as'));
  const bindings = letOf(fields.let);
  const pipeline = pipelineOf(fields.pipeline);
  refuseWrites(pipeline, 51047, '$lookup');
  if (fields.from === undefined) refuseDocuments(pipeline);
  if (fields.from === undefined)
    throw fault(9, "must specify 'pipeline' when 'from' is empty, beginning with $documents");
  const from = collectionName(fields.from, '$lookup');
  const join = joinOf(fields);
  checkPipeline(pipeline, bound(bindings, rowOf(newDocument(), scope.variables), true), scope);
  return function* (input) {
    for (const document of input) {
      const variables = bound(bindings, rowOf(document, scope.variables));
      const stages = join
        ? [{ $match: joinFilter(document, join.local, join.foreign) }, ...pipeline]
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

const graph: Fields = {
  codes: [9, 40104],
  required: [
    ['from', 40105],
    ['startWith', 40105],
    ['connectFromField', 40105],
    ['connectToField', 40105],
    ['as', 40105],
  ],
  optional: ['maxDepth', 'depthField', 'restrictSearchWithMatch'],
};

const graphLookup: StageMaker = (argument, scope) => {
  const fields = named(argument, '$graphLookup', graph);
  const from = collectionName(fields.from, '$graphLookup');
  const startWith = compileExpression(fields.startWith as Value);
  const fromPath = pathOf(fields.connectFromField, '$graphLookup.connectFromField');
  const to = pathOf(fields.connectToField, '$graphLookup.connectToField').join('.');
  const set = nestedSetter(pathOf(fields.as, '$graphLookup.as'));
  const setDepth =
    fields.depthField === undefined
      ? undefined
      : nestedSetter(pathOf(fields.depthField, '$graphLookup.depthField'));
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
          frontier.push(...valuesAt(next, fromPath));
        }
      }
      yield set(document, [...found.values()]);
    }
  };
};

const union: Fields = { codes: [9, 40415], required: [['coll', 9]], optional: ['pipeline'] };

const unionWith: StageMaker = (argument, scope) => {
  if (isDocument(argument) && argument.coll === undefined && Array.isArray(argument.pipeline))
    refuseDocuments(argument.pipeline);
  const fields =
    typeof argument === 'string' ? { coll: argument } : named(argument, '$unionWith', union);
  const name = collectionName(fields.coll, '$unionWith');
  const pipeline = 'pipeline' in fields ? fields.pipeline : [];
  if (!Array.isArray(pipeline)) throw fault(14, "$unionWith 'pipeline' must be an array");
  refuseWrites(pipeline, 31441, '$unionWith');
  checkPipeline(pipeline, scope.variables, scope);
  return function* (input) {
    yield* input;
    yield* scope.over(name, pipeline, scope.variables);
  };
};

export const lookupStages: Record<string, StageMaker> = {
  $lookup: lookup,
  $graphLookup: graphLookup,
  $unionWith: unionWith,
};
