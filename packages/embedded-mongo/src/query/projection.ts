/** Compiles projections of find and of $project into a function that builds the projected document. */
import { compileExpression } from '../aggregate/expression.ts';
import type { Evaluate, Variables } from '../aggregate/variables.ts';
import type { Match } from '../bson/paths.ts';
import {
  asNumber,
  type Document,
  isDocument,
  isNumeric,
  isTruthy,
  newDocument,
  toDocument,
  type Value,
} from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { withId } from '../update/identity.ts';
import { compileCondition } from './conditions.ts';
import { compileFilter } from './matcher.ts';

export type Project = (document: Document, variables: Variables) => Document;

type Transform = (
  value: Value | undefined,
  variables: Variables,
  document: Document,
) => Value | undefined;

/** A tree of fields: keep, drop, compute, change, or look further down. */
type Node =
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'compute'; evaluate: Evaluate }
  | { kind: 'change'; apply: Transform }
  | { kind: 'branch'; fields: Map<string, Node> };

type Branch = Node & { kind: 'branch' };

type Build = {
  root: Branch;
  mode: 'include' | 'exclude' | undefined;
  /** find allows $slice, $elemMatch and the positional operator; $project does not. */
  find: { positionOf: (document: Document) => number | undefined } | undefined;
};

function newBranch(): Branch {
  return { kind: 'branch', fields: new Map() };
}

function place(build: Build, path: string, node: Node): void {
  const parts = path.split('.');
  let at = build.root;
  for (const part of parts.slice(0, -1)) {
    const next: Node = at.fields.get(part) ?? newBranch();
    at.fields.set(part, next);
    if (next.kind !== 'branch') throw collision(path);
    at = next;
  }
  const last = parts.at(-1) as string;
  if (parts.some((part) => part === '')) throw fault(40353, `FieldPath must not end with a '.'.`);
  if (at.fields.has(last)) throw collision(path);
  at.fields.set(last, node);
}

function collision(path: string): Error {
  return fault(31250, `Path collision at ${path}`);
}

function setMode(build: Build, mode: 'include' | 'exclude', path: string): void {
  if (build.mode === undefined) build.mode = mode;
  else if (build.mode !== mode)
    throw fault(
      mode === 'exclude' ? 31254 : 31253,
      `Cannot do ${mode === 'exclude' ? 'exclusion' : 'inclusion'} on field ${path} in ${build.mode === 'include' ? 'inclusion' : 'exclusion'} projection`,
    );
}

function sliceOf(argument: Value): Transform {
  const [first, second] = Array.isArray(argument) ? argument : [argument, undefined];
  const [a, b] = [asNumber(first), asNumber(second)];
  if (a === undefined) throw fault(28667, '$slice needs a number or an array of numbers');
  if (Array.isArray(argument) && (b === undefined || b <= 0))
    throw fault(28724, '$slice limit must be positive');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (b === undefined) return a >= 0 ? value.slice(0, a) : value.slice(a);
    const start = a >= 0 ? a : Math.max(0, value.length + a);
    return value.slice(start, start + b);
  };
}

function elemMatchOf(argument: Value): Transform {
  const condition = compileCondition(toDocument({ $elemMatch: argument }), { compileFilter });
  return (value) => {
    const match: Match = {};
    condition.onElement(value, match);
    return match.index === undefined
      ? undefined
      : (value as Value[]).slice(match.index, match.index + 1);
  };
}

function positional(build: Build, path: string): void {
  const { find } = build;
  if (!find) throw fault(31324, 'As of 4.4, positional projection is only allowed in find');
  setMode(build, 'include', path);
  const apply: Transform = (value, _variables, document) => {
    if (!Array.isArray(value)) return value;
    const at = find.positionOf(document);
    if (at === undefined)
      throw fault(
        51246,
        'Executor error during find command :: positional operator .$ requires a matching array condition',
      );
    return value[at] === undefined ? [] : [value[at] as Value];
  };
  place(build, path.slice(0, -2), { kind: 'change', apply });
}

function addOperator(build: Build, path: string, value: Document): void {
  const [name] = Object.keys(value);
  const argument = value[name as string] as Value;
  if (
    name === '$slice' &&
    build.find &&
    !(Array.isArray(argument) && typeof argument[0] === 'string')
  ) {
    place(build, path, { kind: 'change', apply: sliceOf(argument) });
    return;
  }
  if (name === '$elemMatch') {
    if (!build.find) throw fault(31325, 'Invalid $project: $elemMatch is only allowed in find');
    setMode(build, 'include', path);
    place(build, path, { kind: 'change', apply: elemMatchOf(argument) });
    return;
  }
  if (name === '$meta') throw notImplemented('A projection of $meta');
  addComputed(build, path, value);
}

function addComputed(build: Build, path: string, value: Value): void {
  if (path !== '_id' || build.mode !== undefined) setMode(build, 'include', path);
  place(build, path, { kind: 'compute', evaluate: compileExpression(value) });
}

function addField(build: Build, path: string, value: Value): void {
  if (path.endsWith('.$')) {
    positional(build, path);
    return;
  }
  if (path.startsWith('$')) throw fault(16410, `FieldPath field names may not start with '$'.`);
  if (path.includes('.$')) throw fault(16410, `FieldPath field names may not start with '$'.`);
  if (isNumeric(value) || typeof value === 'boolean') {
    const keep = isTruthy(value);
    if (path !== '_id') setMode(build, keep ? 'include' : 'exclude', path);
    place(build, path, { kind: keep ? 'keep' : 'drop' });
    return;
  }
  if (!isDocument(value)) {
    addComputed(build, path, value);
    return;
  }
  const names = Object.keys(value);
  if (names.length === 0)
    throw fault(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  if (names[0]?.startsWith('$')) addOperator(build, path, value);
  else for (const name of names) addField(build, `${path}.${name}`, value[name] as Value);
}

function applyInclude(node: Branch, value: Document, scope: Scope): Document {
  const result = newDocument();
  for (const field in value) {
    const child = node.fields.get(field);
    if (!child || child.kind === 'compute' || child.kind === 'drop') continue;
    const kept = includeChild(child, value[field] as Value, scope);
    if (kept !== undefined) result[field] = kept;
  }
  return addComputedFields(node, value, { result, scope });
}

type Scope = { variables: Variables; document: Document };

function includeChild(child: Node, value: Value, scope: Scope): Value | undefined {
  if (child.kind === 'keep') return value;
  if (child.kind === 'change') return child.apply(value, scope.variables, scope.document);
  if (child.kind !== 'branch') return undefined;
  if (Array.isArray(value)) {
    return value.flatMap((item) => {
      const kept =
        isDocument(item) || Array.isArray(item) ? includeChild(child, item, scope) : undefined;
      return kept === undefined ? [] : [kept];
    });
  }
  if (isDocument(value)) return applyInclude(child, value, scope);
  return hasComputed(child) ? applyInclude(child, newDocument(), scope) : undefined;
}

function hasComputed(node: Node): boolean {
  if (node.kind === 'compute') return true;
  return node.kind === 'branch' && [...node.fields.values()].some(hasComputed);
}

function addComputedFields(
  node: Branch,
  value: Document,
  into: { result: Document; scope: Scope },
): Document {
  for (const [field, child] of node.fields) {
    if (child.kind === 'compute') {
      const computed = child.evaluate(into.scope.variables);
      if (computed !== undefined) into.result[field] = computed;
    } else if (child.kind === 'branch' && value[field] === undefined && hasComputed(child)) {
      const inner = applyInclude(child, newDocument(), into.scope);
      if (Object.keys(inner).length > 0) into.result[field] = inner;
    }
  }
  return into.result;
}

function applyExclude(node: Branch, value: Value, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((item) => applyExclude(node, item, scope));
  if (!isDocument(value)) return value;
  const result = newDocument();
  for (const field in value) {
    const child = node.fields.get(field);
    const current = value[field] as Value;
    if (child?.kind === 'drop') continue;
    if (child?.kind === 'branch') result[field] = applyExclude(child, current, scope);
    else if (child?.kind === 'change') {
      const changed = child.apply(current, scope.variables, scope.document);
      if (changed !== undefined) result[field] = changed;
    } else result[field] = current;
  }
  return result;
}

function idFirst(document: Document): Document {
  if (document._id === undefined || Object.keys(document)[0] === '_id') return document;
  return withId(document, document._id);
}

/** Undefined for "everything". Throws the real server's codes for mixed, colliding or unknown parts. */
export function compileProjection(
  raw: Document | undefined,
  find?: Build['find'],
): Project | undefined {
  if (!raw || Object.keys(raw).length === 0) return undefined;
  const build: Build = { root: newBranch(), mode: undefined, find };
  for (const path in raw) addField(build, path, raw[path] as Value);
  const { root } = build;
  const id = root.fields.get('_id');
  const onlyId = id && root.fields.size === 1;
  const include =
    build.mode === 'include' || (build.mode === undefined && onlyId && id.kind !== 'drop');
  if (include) {
    if (!id) root.fields.set('_id', { kind: 'keep' });
    return (document, variables) => idFirst(applyInclude(root, document, { variables, document }));
  }
  return (document, variables) => applyExclude(root, document, { variables, document }) as Document;
}
