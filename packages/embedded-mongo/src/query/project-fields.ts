/** Applies a projection: builds the projected document from its tree of fields. */

import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Evaluate, Variables } from '../expression/variables.ts';

export type Scope = {
  variables: Variables;
  /** Array position that the query matched, for `a.$`; called at most once. */
  position: () => number;
};

/** A tree of fields: keep, drop, compute, change where it stands, or look further down. */
export type Node =
  | { kind: 'keep' }
  | { kind: 'drop' }
  | { kind: 'compute'; evaluate: Evaluate }
  /** `last` puts the field behind the ones that are kept, as the real server does for $elemMatch. */
  | { kind: 'change'; apply: (value: Value, scope: Scope) => Value | undefined; last: boolean }
  | { kind: 'positional' }
  | Branch;

export type Branch = { kind: 'branch'; fields: Map<string, Node>; positional: boolean };

export function newBranch(positional = false): Branch {
  return { kind: 'branch', fields: new Map(), positional };
}

function isLate(node: Node): boolean {
  return node.kind === 'compute' || (node.kind === 'change' && node.last);
}

function hasComputed(node: Node): boolean {
  if (node.kind === 'compute') return true;
  return node.kind === 'branch' && [...node.fields.values()].some(hasComputed);
}

/** The matched element alone. */
function matchedElement(items: Value[], scope: Scope): Value[] {
  const item = items[scope.position()];
  if (item === undefined) throw fault(51247, "positional operator '.$' element mismatch");
  return [item];
}

/** Cuts the first array on the way of `a.b.$` in what the projection included. */
export function cutToMatched(branch: Branch, included: Document, scope: Scope): void {
  for (const [field, child] of branch.fields) {
    const inner = child.kind === 'branch' && child.positional ? child : undefined;
    if (child.kind !== 'positional' && !inner) continue;
    const value = included[field];
    if (Array.isArray(value)) included[field] = matchedElement(value, scope);
    else if (inner && isDocument(value)) cutToMatched(inner, value, scope);
  }
}

function includeItems(branch: Branch, items: Value[], scope: Scope): Value[] {
  const computed = hasComputed(branch);
  return items.flatMap((item) => {
    const inside = computed || isDocument(item) || Array.isArray(item);
    const kept = inside ? includeChild(branch, item, scope) : undefined;
    return kept === undefined ? [] : [kept];
  });
}

function includeChild(child: Node, value: Value, scope: Scope): Value | undefined {
  switch (child.kind) {
    case 'keep':
    case 'positional':
      return value;
    case 'change':
      return child.apply(value, scope);
    case 'branch':
      if (Array.isArray(value)) return includeItems(child, value, scope);
      if (isDocument(value)) return includeFields(child, value, scope);
      return hasComputed(child) ? includeFields(child, newDocument(), scope) : undefined;
    default:
      return undefined;
  }
}

function addLate(branch: Branch, value: Document, into: { result: Document; scope: Scope }): void {
  const { result, scope } = into;
  for (const [field, child] of branch.fields) {
    const current = value[field];
    let added: Value | undefined;
    if (child.kind === 'compute') added = child.evaluate(scope.variables);
    else if (isLate(child) && current !== undefined) added = includeChild(child, current, scope);
    else if (child.kind === 'branch' && current === undefined && hasComputed(child)) {
      const inner = includeFields(child, newDocument(), scope);
      if (Object.keys(inner).length > 0) added = inner;
    }
    if (added !== undefined) result[field] = added;
  }
}

export function includeFields(branch: Branch, value: Document, scope: Scope): Document {
  const result = newDocument();
  for (const field in value) {
    const child = branch.fields.get(field);
    if (!child || isLate(child)) continue;
    const kept = includeChild(child, value[field] as Value, scope);
    if (kept !== undefined) result[field] = kept;
  }
  addLate(branch, value, { result, scope });
  return result;
}

function excludeChild(child: Node, value: Value, scope: Scope): Value | undefined {
  if (child.kind === 'drop') return undefined;
  if (child.kind === 'branch') return excludeFields(child, value, scope);
  if (child.kind === 'compute') return child.evaluate(scope.variables);
  return includeChild(child, value, scope);
}

export function excludeFields(branch: Branch, value: Value, scope: Scope): Value {
  if (Array.isArray(value)) return value.map((item) => excludeFields(branch, item, scope));
  if (!isDocument(value)) return value;
  const result = newDocument();
  for (const field in value) {
    const child = branch.fields.get(field);
    const current = value[field] as Value;
    const kept = child ? excludeChild(child, current, scope) : current;
    if (kept !== undefined) result[field] = kept;
  }
  return result;
}
