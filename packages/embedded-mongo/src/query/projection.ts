/** Compiles projections of find and of $project, by the rules and with the codes of the real server. */

import { withId } from '../bson/identity.ts';
import type { Fold } from '../bson/keys.ts';
import type { Match } from '../bson/paths.ts';
import { parseFieldPath } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument, isNumeric, isTruthy, toDocument, typeName } from '../bson/values.ts';
import { fault, MongoFault, notImplemented } from '../errors.ts';
import { compileExpression, isExpressionName } from '../expression/expression.ts';
import type { Variables } from '../expression/variables.ts';
import { rowOf } from '../expression/variables.ts';
import { compileCondition } from './conditions.ts';
import { compileFilter, hasExpression } from './matcher.ts';
import type { Branch, Node } from './project-fields.ts';
import { cutToMatched, excludeFields, includeFields, newBranch } from './project-fields.ts';

/** `variables` are those of `let` and of an enclosing pipeline. */
export type Project = (document: Document, variables: Variables) => Document;

/** What find allows and $project does not: $slice, $elemMatch and `a.$`. */
export type FindFeatures = {
  positionOf: (document: Document) => number | undefined;
  filter: Document;
  /** The collation's. */
  fold: Fold | undefined;
};

type Build = {
  root: Branch;
  find: FindFeatures | undefined;
  type?: 'inclusion' | 'exclusion';
  hasPositional?: boolean;
  hasElemMatch?: boolean;
  hasSlice?: boolean;
  hasMeta?: boolean;
  /** `_id: 1`, or `_id: 0`. */
  id?: boolean;
};

/** A field of the specification and its branch. */
type Place = { name: string; parent: Branch };

/** The branch at a path, made where there is none. */
function descend(place: Place, path: readonly string[], positional = false): Branch {
  let branch = place.parent;
  for (const [at, part] of path.entries()) {
    const next: Node = branch.fields.get(part) ?? newBranch();
    if (next.kind !== 'branch')
      throw fault(
        31249,
        `Path collision at ${place.name} remaining portion ${place.name
          .split('.')
          .slice(at + 1)
          .join('.')}`,
      );
    next.positional ||= positional;
    branch.fields.set(part, next);
    branch = next;
  }
  return branch;
}

function put(place: Place, node: Node): void {
  const path = parseFieldPath(place.name);
  const last = path.at(-1) as string;
  const branch = descend(place, path.slice(0, -1), node.kind === 'positional');
  if (branch.fields.has(last)) throw fault(31250, `Path collision at ${place.name}`);
  branch.fields.set(last, node);
}

function isTopId(build: Build, { name, parent }: Place): boolean {
  return name === '_id' && parent === build.root;
}

function include(build: Build, place: Place): void {
  put(place, { kind: 'keep' });
  if (isTopId(build, place)) build.id = true;
  else setInclusion(build, place.name);
}

function setInclusion(build: Build, name: string): void {
  if (build.type === 'exclusion')
    throw fault(31253, `Cannot do inclusion on field ${name} in exclusion projection`);
  build.type = 'inclusion';
}

function exclude(build: Build, place: Place): void {
  if (place.name.endsWith('.$'))
    throw fault(31395, 'positional projection cannot be used with exclusion');
  put(place, { kind: 'drop' });
  if (isTopId(build, place)) {
    build.id = false;
    return;
  }
  if (build.type === 'inclusion')
    throw fault(31254, `Cannot do exclusion on field ${place.name} in inclusion projection`);
  build.type = 'exclusion';
}

function includeMatched(build: Build, place: Place): void {
  if (build.hasPositional)
    throw fault(31276, 'Cannot specify more than one positional projection per query.');
  if (build.hasElemMatch) throw fault(31256, 'Cannot specify positional operator and $elemMatch.');
  if (build.find && hasExpression(build.find.filter))
    throw fault(224, '$expr is not allowed in this context');
  put({ ...place, name: place.name.slice(0, -2) }, { kind: 'positional' });
  build.hasPositional = true;
  setInclusion(build, place.name);
}

function whole(value: Value | undefined): number {
  const number = asNumber(value) ?? Number.NaN;
  return Number.isNaN(number) ? 0 : Math.trunc(number);
}

/** The $slice of find; undefined when the arguments are not of its form. */
function sliceNode(argument: Value): Node | undefined {
  const [skip, limit] = Array.isArray(argument) ? argument : [0, argument];
  if (Array.isArray(argument) && argument.length !== 2) return undefined;
  if (!isNumeric(skip) || !isNumeric(limit)) return undefined;
  const [from, count] = [whole(skip), whole(limit)];
  if (Array.isArray(argument) && count <= 0) return undefined;
  const apply = (value: Value): Value => {
    if (!Array.isArray(value)) return value;
    if (!Array.isArray(argument)) return count >= 0 ? value.slice(0, count) : value.slice(count);
    const start = from >= 0 ? from : Math.max(0, value.length + from);
    return value.slice(start, start + count);
  };
  return { kind: 'change', apply, last: false };
}

/** Find's own $slice, else the expression of the same name, whose first argument is an array. */
function addSlice(build: Build, place: Place, specification: Document): void {
  const { $slice: argument } = specification;
  const node = sliceNode(argument as Value);
  if (node) {
    put(place, node);
    build.hasSlice = true;
    return;
  }
  try {
    addExpression(build, place, specification);
  } catch (error) {
    if (!(error instanceof MongoFault)) throw error;
    const why = Array.isArray(argument)
      ? 'Location31272: $slice array argument should be of form [skip, limit]'
      : 'Location31273: $slice only supports numbers and [skip, limit] arrays';
    throw fault(
      error.code,
      `Invalid $slice syntax. The given syntax ${showValue(specification)} did not match the find() syntax because :: ${why} :: The given syntax did not match the expression $slice syntax. :: caused by :: ${error.message}`,
    );
  }
  const [items, count] = argument as Value[];
  if (count === null) return;
  if (!Array.isArray(items) && !isDocument(items) && !String(items).startsWith('$'))
    throw fault(
      28724,
      `First argument to $slice must be an array, but is of type: ${typeName(items)}`,
    );
}

function addElemMatch(build: Build, place: Place, argument: Value): void {
  if (!isDocument(argument))
    throw fault(
      31274,
      `elemMatch: Invalid argument, object required, but got ${typeName(argument)}`,
    );
  if (build.hasPositional) throw fault(31255, 'Cannot specify positional operator and $elemMatch.');
  if (parseFieldPath(place.name).length > 1 || place.parent !== build.root)
    throw fault(31275, 'Cannot use $elemMatch projection on a nested field.');
  const condition = compileCondition(toDocument({ $elemMatch: argument }), {
    compileFilter,
    field: place.name,
    fold: build.find?.fold,
  });
  const apply = (value: Value): Value | undefined => {
    const match: Match = {};
    condition.onElement(value, match);
    return match.index === undefined ? undefined : [(value as Value[])[match.index] as Value];
  };
  put(place, { kind: 'change', apply, last: true });
  build.hasElemMatch = true;
}

function addExpression(build: Build, place: Place, specification: Document): void {
  const isMeta = '$meta' in specification;
  if (build.type === 'exclusion' && !isMeta)
    throw fault(31252, 'Cannot use expression other than $meta in exclusion projection');
  if (build.find?.fold && !isMeta)
    throw notImplemented('An expression in a projection under a collation');
  const evaluate = compileExpression(specification);
  if (isMeta) build.hasMeta = true;
  else build.type = 'inclusion';
  put(place, { kind: 'compute', evaluate });
}

function addLiteral(build: Build, place: Place, value: Value): void {
  put(place, { kind: 'compute', evaluate: compileExpression(value) });
  if (build.type === 'exclusion')
    throw fault(31310, 'Cannot use an expression in an exclusion projection');
  build.type = 'inclusion';
}

/** True when the one field of the document is an operator, which is then added. */
function addOperator(build: Build, place: Place, specification: Document): boolean {
  const [name = '', ...others] = Object.keys(specification);
  if (others.length > 0 || !name.startsWith('$')) return false;
  if (name === '$slice' && build.find) addSlice(build, place, specification);
  else if (name === '$elemMatch') {
    if (!build.find) throw fault(168, 'Cannot use $elemMatch in this context');
    addElemMatch(build, place, specification.$elemMatch as Value);
  } else if (isExpressionName(name)) addExpression(build, place, specification);
  else throw fault(31325, `Unknown expression ${name}`);
  return true;
}

function addField(build: Build, place: Place, value: Value): void {
  const { name } = place;
  const positional = name.endsWith('.$') || name.includes('.$.');
  if (name.endsWith('.$') && !build.find)
    throw fault(31324, 'Cannot use positional projection in aggregation projection');
  if (name.includes('.$.'))
    throw fault(
      31394,
      "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.",
    );
  if (isDocument(value)) {
    if (positional)
      throw fault(31271, 'positional projection cannot be used with an expression or sub object');
    if (Object.keys(value).length === 0)
      throw fault(
        51270,
        'An empty sub-projection is not a valid value. Found empty object at path',
      );
    const path = parseFieldPath(name);
    if (addOperator(build, place, value)) return;
    const inner = descend(place, path);
    for (const field in value)
      addField(build, { name: field, parent: inner }, value[field] as Value);
  } else if (isNumeric(value) || typeof value === 'boolean') {
    if (!isTruthy(value)) exclude(build, place);
    else if (positional) includeMatched(build, place);
    else include(build, place);
  } else if (positional) throw fault(31308, 'positional projection cannot be used with a literal');
  else addLiteral(build, place, value);
}

/** What a projection is that neither includes nor excludes a field by name. */
function defaultType(build: Build): 'inclusion' | 'exclusion' {
  if (build.hasSlice) return build.id === true ? 'inclusion' : 'exclusion';
  const computes = build.hasElemMatch || (build.hasMeta && !build.find);
  return computes || build.id === true ? 'inclusion' : 'exclusion';
}

function idFirst(document: Document): Document {
  if (document._id === undefined || Object.keys(document)[0] === '_id') return document;
  return withId(document, document._id);
}

function matchedPosition(find: FindFeatures | undefined, document: Document): () => number {
  return () => {
    const at = find?.positionOf(document);
    if (at === undefined)
      throw fault(51246, "positional operator '.$' couldn't find a matching element in the array");
    return at;
  };
}

/** Undefined for "everything". Throws the real server's codes for mixed, colliding or unknown parts. */
export function compileProjection(
  raw: Document | undefined,
  find?: FindFeatures,
): Project | undefined {
  if (!raw || Object.keys(raw).length === 0) return undefined;
  const root = newBranch();
  const build: Build = { root, find };
  for (const name in raw) addField(build, { name, parent: root }, raw[name] as Value);
  const inclusion = (build.type ?? defaultType(build)) === 'inclusion';
  if (inclusion && !root.fields.has('_id')) root.fields.set('_id', { kind: 'keep' });
  return (document, variables) => {
    const scope = {
      variables: rowOf(document, variables),
      position: matchedPosition(find, document),
    };
    if (inclusion) {
      const included = includeFields(root, document, scope);
      if (build.hasPositional) cutToMatched(root, included, scope);
      return idFirst(included);
    }
    return excludeFields(root, document, scope) as Document;
  };
}
