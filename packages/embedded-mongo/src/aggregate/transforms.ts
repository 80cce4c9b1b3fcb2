/** The stages that turn one document into one document; pipelines as updates may use only these. */
import type { Document, Value } from '../bson/values.ts';
import { isDocument, typeName } from '../bson/values.ts';
import { fault, inContext } from '../errors.ts';
import { stageFields } from '../expression/arguments.ts';
import { compileExpression } from '../expression/expression.ts';
import { rowOf } from '../expression/variables.ts';
import { compileProjection } from '../query/projection.ts';
import type { Transform } from './set-fields.ts';
import { compileSetFields } from './set-fields.ts';

function projection(specification: Document): Transform {
  const compiled = compileProjection(specification);
  if (!compiled) throw fault(51272, 'projection specification must have at least one field');
  return compiled;
}

function project(specification: Value): Transform {
  if (!isDocument(specification)) throw fault(15969, '$project specification must be an object');
  return inContext('Invalid $project', () => projection(specification));
}

function setFields(name: string): (specification: Value) => Transform {
  return (specification) => {
    if (!isDocument(specification))
      throw fault(
        40272,
        `${name} specification stage must be an object, got ${typeName(specification)}`,
      );
    return inContext(`Invalid ${name}`, () => compileSetFields(specification));
  };
}

function unset(specification: Value): Transform {
  if (typeof specification !== 'string' && !Array.isArray(specification))
    throw fault(31002, '$unset specification must be a string or an array');
  const paths = Array.isArray(specification) ? specification : [specification];
  if (paths.length === 0)
    throw fault(31119, '$unset specification must be a string or an array with at least one field');
  if (!paths.every((path) => typeof path === 'string'))
    throw fault(
      31120,
      '$unset specification must be a string or an array containing only string values',
    );
  return inContext('Invalid $unset', () => {
    const twice = paths.find((path, at) => paths.indexOf(path) < at);
    if (twice !== undefined) throw fault(31250, `Path collision at ${twice}`);
    return projection(Object.fromEntries(paths.map((path) => [path, 0])));
  });
}

function replaceRoot(specification: Value): Transform {
  const evaluate = compileExpression(specification);
  return (document, variables) => {
    const root = evaluate(rowOf(document, variables));
    if (!isDocument(root))
      throw fault(
        40228,
        "'newRoot' expression  must evaluate to an object, but resulting value was of another type",
      );
    return root;
  };
}

export const transformStages: Record<string, (specification: Value) => Transform> = {
  $addFields: setFields('$addFields'),
  $set: setFields('$set'),
  $project: project,
  $unset: unset,
  $replaceRoot: (specification) => {
    // A null is an expression here, unlike in the fields of other stages.
    if (isDocument(specification) && specification.newRoot === null) return replaceRoot(null);
    const { newRoot } = stageFields(specification, '$replaceRoot', { required: ['newRoot'] });
    return replaceRoot(newRoot as Value);
  },
  $replaceWith: replaceRoot,
};

/** The one name and argument of a stage; throws Location40323. */
export function stageOf(stage: Value): [string, Value] {
  if (!isDocument(stage)) throw fault(14, "Each element of the 'pipeline' array must be an object");
  const [entry, ...others] = Object.entries(stage);
  if (!entry || others.length > 0)
    throw fault(40323, 'A pipeline stage specification object must contain exactly one field.');
  return entry;
}
