/** Runs the fields of an object in parallel or in sequence; errors propagate to the nearest nullable position. */

import type { GraphQLLeafType, GraphQLResolveInfo } from 'graphql';
import { locatedError } from 'graphql';
import type { FieldPlan, ObjectPlan, Place, Slot } from './plan.ts';
import { inPath } from './plan.ts';

type Answer = Record<string, unknown>;

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function';

/** Runs all fields in parallel, as for queries and nested objects. */
export function runObject(plan: ObjectPlan, source: unknown, at: Place): Answer | Promise<Answer> {
  const answer = plan.empty();
  let waiting: Promise<unknown>[] | undefined;
  try {
    for (const field of plan.fields) {
      const { leaf } = field;
      const ready = leaf && !field.resolve ? readLeaf(leaf, source, field.name) : undefined;
      if (ready !== undefined) {
        answer[field.key] = ready;
        continue;
      }
      const value = runField(field, source, at);
      // Assigned now to keep the order of keys.
      answer[field.key] = value;
      if (!isPromise(value)) continue;
      waiting ??= [];
      waiting.push(
        value.then((found) => {
          answer[field.key] = found;
        }),
      );
    }
  } catch (error) {
    if (!waiting) throw error;
    // Waits for started fields, so that nothing still runs for a finished request.
    const fail = () => Promise.reject(error);
    return Promise.all(waiting).then(fail, fail);
  }
  return waiting ? Promise.all(waiting).then(() => answer) : answer;
}

/** Runs fields in sequence, as for mutations. */
export async function runSerially(plan: ObjectPlan, source: unknown, at: Place): Promise<Answer> {
  const answer = plan.empty();
  for (const field of plan.fields) answer[field.key] = await runField(field, source, at);
  return answer;
}

/** Fast path for a leaf value of the source that needs neither a call nor a promise. */
function readLeaf(leaf: GraphQLLeafType, source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  const value = (source as Answer)[name];
  return typeof value === 'function' || isPromise(value) ? undefined : serializeLeaf(leaf, value);
}

/** A serialized leaf value; undefined for null, errors and invalid values, which take the slow path. */
function serializeLeaf(leaf: GraphQLLeafType, value: unknown): unknown {
  if (value === null || value === undefined || value instanceof Error) return undefined;
  try {
    return leaf.serialize(value) ?? undefined;
  } catch {
    return undefined;
  }
}

function runField(field: FieldPlan, source: unknown, at: Place): unknown {
  let value: unknown;
  try {
    value = resolved(field, source, at);
  } catch (thrown) {
    return settle(thrown, field, at);
  }
  if (!isPromise(value)) return finish(field, value, at);
  return value.then(
    (found) => finish(field, found, at),
    (thrown) => settle(thrown, field, at),
  );
}

function finish(field: FieldPlan, value: unknown, at: Place): unknown {
  const ready = field.leaf && serializeLeaf(field.leaf, value);
  if (ready !== undefined) return ready;
  try {
    const done = field.complete(value, at);
    return isPromise(done) ? done.then(undefined, (thrown) => settle(thrown, field, at)) : done;
  } catch (thrown) {
    return settle(thrown, field, at);
  }
}

/** The default resolver of graphql-js: the source's key, called if it is a function. */
function resolved(field: FieldPlan, source: unknown, at: Place): unknown {
  const { resolve, name, info } = field;
  const { context, variables } = at.run;
  if (resolve)
    return resolve(source, field.arguments(variables), context, info?.(at) as GraphQLResolveInfo);
  if ((typeof source !== 'object' || source === null) && typeof source !== 'function')
    return undefined;
  const value = (source as Record<string, unknown>)[name];
  return typeof value === 'function'
    ? value.call(source, field.arguments(variables), context)
    : value;
}

/** Records a located error and returns null for a nullable position; rethrows it otherwise. */
export function settle(thrown: unknown, { nodes, key, nonNull }: Slot, at: Place): null {
  const error = locatedError(thrown, nodes, pathOf(at, key));
  if (nonNull) throw error;
  at.run.errors.push(error);
  return null;
}

function pathOf(at: Place, key: string | number): (string | number)[] {
  const path = [key];
  for (let one = inPath(at); one; one = one.prev) path.push(one.key);
  return path.reverse();
}
