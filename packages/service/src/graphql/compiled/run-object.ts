/** Runs the fields of an object, at once or one after another; a fault goes up to the nearest place that may be null. */

import type { GraphQLLeafType, GraphQLResolveInfo } from 'graphql';
import { locatedError } from 'graphql';
import type { FieldPlan, ObjectPlan, Place, Slot } from './plan.ts';
import { inPath } from './plan.ts';

type Answer = Record<string, unknown>;

export const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { then?: unknown }).then === 'function';

/** All fields at once, as a query's and those of any object below. */
export function runObject(plan: ObjectPlan, source: unknown, at: Place): Answer | Promise<Answer> {
  const answer = plan.empty();
  let waiting: Promise<unknown>[] | undefined;
  try {
    for (const field of plan.fields) {
      const { leaf } = field;
      const ready = leaf && !field.resolve ? shownAtOnce(leaf, source, field.name) : undefined;
      if (ready !== undefined) {
        answer[field.key] = ready;
        continue;
      }
      const value = runField(field, source, at);
      // Its place among the keys is taken now.
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
    // What has begun ends first, so that nothing is at work for a request that is over.
    const fail = () => Promise.reject(error);
    return Promise.all(waiting).then(fail, fail);
  }
  return waiting ? Promise.all(waiting).then(() => answer) : answer;
}

/** One field after another, as a mutation's. */
export async function runSerially(plan: ObjectPlan, source: unknown, at: Place): Promise<Answer> {
  const answer = plan.empty();
  for (const field of plan.fields) answer[field.key] = await runField(field, source, at);
  return answer;
}

/** The source's own value, where it needs no place and nobody who waits. */
function shownAtOnce(leaf: GraphQLLeafType, source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  const value = (source as Answer)[name];
  return typeof value === 'function' || isPromise(value) ? undefined : shown(leaf, value);
}

/** A value that is there and fits, as most are. Undefined for any other, null and faults among them: those go the long way. */
function shown(leaf: GraphQLLeafType, value: unknown): unknown {
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
  } catch (fault) {
    return settle(fault, field, at);
  }
  if (!isPromise(value)) return finish(field, value, at);
  return value.then(
    (found) => finish(field, found, at),
    (fault) => settle(fault, field, at),
  );
}

function finish(field: FieldPlan, value: unknown, at: Place): unknown {
  const ready = field.leaf && shown(field.leaf, value);
  if (ready !== undefined) return ready;
  try {
    const done = field.complete(value, at);
    return isPromise(done) ? done.then(undefined, (fault) => settle(fault, field, at)) : done;
  } catch (fault) {
    return settle(fault, field, at);
  }
}

/** As graphql-js reads a field that has no resolver: the source's own key, called where it is a function. */
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

/** A fault where null may stand is told and null; elsewhere it goes on up, with the place where it began. */
export function settle(fault: unknown, { nodes, key, nonNull }: Slot, at: Place): null {
  const error = locatedError(fault, nodes, pathOf(at, key));
  if (nonNull) throw error;
  at.run.errors.push(error);
  return null;
}

function pathOf(at: Place, key: string | number): (string | number)[] {
  const path = [key];
  for (let one = inPath(at); one; one = one.prev) path.push(one.key);
  return path.reverse();
}
