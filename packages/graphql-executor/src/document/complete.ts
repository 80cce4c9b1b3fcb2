/** Value completion, prepared once per field: how a resolved value becomes part of the result. */

import type {
  GraphQLAbstractType,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
} from 'graphql';
import {
  defaultTypeResolver,
  GraphQLError,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Complete, FieldPlan, InfoOf, ObjectPlan, Place, Plans, Slot } from './plan.ts';
import { inPath } from './plan.ts';
import { isPromise, runObject, settle } from './run-object.ts';

interface FieldInfo extends Pick<FieldPlan, 'key' | 'nodes' | 'parent' | 'def'> {
  /** `Type.field`, for sentences. */
  name: string;
}

export function completerOf(plans: Plans, type: GraphQLOutputType, field: FieldInfo): Complete {
  if (isNonNullType(type)) return nonNullOf(completerOf(plans, type.ofType, field), field);
  return orNull(nullableOf(plans, type, field));
}

function nullableOf(plans: Plans, type: GraphQLOutputType, field: FieldInfo): Complete {
  if (isListType(type)) return listOf(plans, type.ofType, field);
  if (isLeafType(type)) return leafOf(type);
  if (isObjectType(type)) return objectOf(plans, type, field);
  if (isAbstractType(type)) return abstractOf(plans, type, field);
  throw new Error(`a value of ${String(type)} cannot be completed`);
}

function nonNullOf(complete: Complete, { name }: FieldInfo): Complete {
  const check = (found: unknown) => {
    if (found === null) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return found;
  };
  return (value, at, index) => {
    const found = complete(value, at, index);
    return isPromise(found) ? found.then(check) : check(found);
  };
}

function orNull(complete: Complete): Complete {
  return (value, at, index) => {
    if (value instanceof Error) throw value;
    return value === null || value === undefined ? null : complete(value, at, index);
  };
}

function leafOf(type: GraphQLLeafType): Complete {
  return (value) => {
    const shown = type.serialize(value);
    if (shown === null || shown === undefined)
      throw new Error(
        `Expected \`${String(type)}.serialize(${String(value)})\` to return non-nullable value, returned: ${String(shown)}`,
      );
    return shown;
  };
}

const placeOf = ({ key, parent }: FieldInfo, at: Place, index: number | undefined): Place => {
  const { run } = at;
  if (index !== undefined) return { run, prev: at, key: index, typename: undefined };
  return { run, prev: inPath(at), key, typename: parent.name };
};

function objectOf(plans: Plans, type: GraphQLObjectType, field: FieldInfo): Complete {
  let plan: ObjectPlan | undefined;
  return (value, at, index) => {
    plan ??= plans.below(type, field.nodes);
    return runObject(plan, value, placeOf(field, at, index));
  };
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof (value as { [Symbol.iterator]?: unknown } | null)?.[Symbol.iterator] === 'function';
}

function listOf(plans: Plans, type: GraphQLOutputType, field: FieldInfo): Complete {
  const completeItem = itemOf(completerOf(plans, type, field), {
    nodes: field.nodes,
    nonNull: isNonNullType(type),
  });
  return (value, at, index) => {
    if (typeof value !== 'object' || !isIterable(value))
      throw new GraphQLError(`Expected Iterable, but did not find one for field "${field.name}".`);
    const here = placeOf(field, at, index);
    const answers: unknown[] = [];
    let waits = false;
    try {
      for (const item of value) {
        const done = completeItem(item, here, answers.length);
        if (isPromise(done)) waits = true;
        answers.push(done);
      }
    } catch (thrown) {
      if (!waits) throw thrown;
      const fail = () => Promise.reject(thrown);
      return Promise.all(answers).then(fail, fail);
    }
    return waits ? Promise.all(answers) : answers;
  };
}

/** `at`: the list. */
function itemOf(complete: Complete, { nodes, nonNull }: Omit<Slot, 'key'>) {
  const fail = (thrown: unknown, at: Place, key: number) =>
    settle(thrown, { nodes, nonNull, key }, at);
  const finish = (item: unknown, at: Place, index: number): unknown => {
    try {
      const done = complete(item, at, index);
      return isPromise(done) ? done.then(undefined, (thrown) => fail(thrown, at, index)) : done;
    } catch (thrown) {
      return fail(thrown, at, index);
    }
  };
  return (item: unknown, at: Place, index: number): unknown =>
    isPromise(item)
      ? item.then(
          (found) => finish(found, at, index),
          (thrown) => fail(thrown, at, index),
        )
      : finish(item, at, index);
}

function abstractOf(plans: Plans, type: GraphQLAbstractType, field: FieldInfo): Complete {
  const made = new Map<string, ObjectPlan>();
  const resolveType = type.resolveType ?? defaultTypeResolver;
  const info: InfoOf = plans.infoOf(field);
  const planOf = (name: unknown): ObjectPlan => {
    const known = made.get(name as string);
    if (known) return known;
    const plan = plans.below(possibleType(plans, { type, name, field }), field.nodes);
    made.set(name as string, plan);
    return plan;
  };
  return (value, at, index) => {
    const here = placeOf(field, at, index);
    const name = resolveType(value, at.run.context, info(at), type);
    return isPromise(name)
      ? name.then((found) => runObject(planOf(found), value, here))
      : runObject(planOf(name), value, here);
  };
}

interface AbstractResult {
  type: GraphQLAbstractType;
  name: unknown;
  field: FieldInfo;
}

/** Error messages equal those of graphql-js. */
function possibleType(
  { settings: { schema } }: Plans,
  { type, name, field }: AbstractResult,
): GraphQLObjectType {
  const of = `Abstract type "${type.name}"`;
  if (name === null || name === undefined)
    throw new GraphQLError(
      `${of} must resolve to an Object type at runtime for field "${field.name}". Either the "${type.name}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`,
    );
  if (typeof name !== 'string')
    throw new GraphQLError(
      `${of} must resolve to an Object type at runtime for field "${field.name}".`,
    );
  const found = schema.getType(name);
  if (!found)
    throw new GraphQLError(
      `${of} was resolved to a type "${name}" that does not exist inside the schema.`,
    );
  if (!isObjectType(found))
    throw new GraphQLError(`${of} was resolved to a non-object type "${name}".`);
  if (!schema.isSubType(type, found))
    throw new GraphQLError(
      `Runtime Object type "${found.name}" is not a possible type for "${type.name}".`,
    );
  return found;
}
