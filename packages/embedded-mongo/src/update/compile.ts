/** Compiles an update (operators, replacement or pipeline) into a function from document to document. */

import { compileUpdatePipeline } from '../aggregate/update-pipeline.ts';
import { identical } from '../bson/identical.ts';
import { stamped, withId } from '../bson/identity.ts';
import type { Fold } from '../bson/keys.ts';
import { encodeKey, sameValue } from '../bson/keys.ts';
import { isIndexName } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { deepCopy, isDocument, newDocument, toDocument, typeName } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { compileFilter } from '../query/matcher.ts';
import { operators } from './operators.ts';
import type { ElementFilter } from './paths.ts';
import { expandPath, isDynamic, parseUpdatePath, refuseDollar } from './paths.ts';
import { compileRename } from './rename.ts';
import type { Apply, Operator } from './target.ts';

export type UpdateScope = {
  /** Array index that the query matched. */
  matched: number | undefined;
  inserting: boolean;
  now: Date;
};

/** `same` if nothing is to be written; the content of the document before is untouched. */
export type Updated = { after: Document; same: boolean };

export type Update = {
  apply: (document: Document, scope: UpdateScope) => Updated;

  usesPosition: boolean;
  kind: 'operators' | 'replacement' | 'pipeline';
};

/** `checksDollar`: it refuses a name with a dollar itself, once there is something to do. */
type Step = { path: string[]; apply: Apply; onlyNew: boolean; checksDollar?: boolean };

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x, y] = [a[at] as string, b[at] as string];
    if (x === y) continue;
    if (isIndexName(x) && isIndexName(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

function refuseConflicts(steps: Step[]): void {
  for (let at = 1; at < steps.length; at++) {
    const [earlier, later] = [steps[at - 1] as Step, steps[at] as Step];
    const length = Math.min(earlier.path.length, later.path.length);
    if (earlier.path.slice(0, length).every((part, index) => part === later.path[index]))
      throw fault(
        40,
        `Updating the path '${later.path.join('.')}' would create a conflict at '${earlier.path.slice(0, length).join('.')}'`,
      );
  }
}

function fieldsOf(name: string, fields: Value): [string, Value][] {
  if (name !== '$rename' && !Object.hasOwn(operators, name))
    throw fault(
      9,
      `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  if (!isDocument(fields))
    throw fault(
      9,
      `Modifiers operate on fields but we found type ${typeName(fields)} instead. For example: {$mod: {<field>: ...}} not {${name}: ${showValue(fields)}}`,
    );
  return Object.entries(fields);
}

function stepsOf(update: Document, fold: Fold | undefined): Step[] {
  const steps: Step[] = [];
  for (const [name, fields] of Object.entries(update))
    for (const [field, argument] of fieldsOf(name, fields)) {
      const onlyNew = name === '$setOnInsert';
      const parts =
        name === '$rename'
          ? compileRename(field, argument)
          : [
              {
                path: parseUpdatePath(field),
                apply: (operators[name] as Operator)(argument, field, fold),
              },
            ];
      for (const part of parts) steps.push({ ...part, onlyNew });
    }
  steps.sort((a, b) => comparePaths(a.path, b.path));
  refuseConflicts(steps);
  return steps;
}

/** The one name that an array filter speaks of. */
function identifierOf(filter: Document): string {
  const names = new Set<string>();
  const collect = (part: Document): void => {
    for (const [field, value] of Object.entries(part)) {
      if (!field.startsWith('$')) names.add(field.split('.')[0] as string);
      else if (field === '$where' || field === '$text')
        throw fault(
          2,
          `Error parsing array filter :: caused by :: ${field} is not allowed in this context`,
        );
      else if (Array.isArray(value))
        for (const inner of value) if (isDocument(inner)) collect(inner);
    }
  };
  collect(filter);
  if (names.size !== 1)
    throw fault(
      9,
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found ${[...names].map((name) => `'${name}'`).join(' and ') || 'none'}`,
    );
  const [name] = [...names] as [string];
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name))
    throw fault(
      2,
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  return name;
}

function elementFilters(
  raw: Value | undefined,
  steps: Step[],
  fold: Fold | undefined,
): Map<string, ElementFilter> {
  const filters = new Map<string, ElementFilter>();
  if (raw === undefined) return filters;
  if (!Array.isArray(raw))
    throw fault(
      14,
      "BSON field 'update.updates.arrayFilters' is the wrong type, expected type 'array'",
    );
  for (const filter of raw) {
    if (!isDocument(filter)) throw fault(14, 'An array filter must be an object');
    const name = identifierOf(filter);
    if (filters.has(name))
      throw fault(9, `Found multiple array filters with the same top-level field name ${name}`);
    if (!steps.some((step) => step.path.includes(`$[${name}]`)))
      throw fault(9, `The array filter for identifier '${name}' was not used in the update`);
    const matches = compileFilter(filter, { fold });
    filters.set(name, (element) => {
      const wrapper = newDocument();
      wrapper[name] = element;
      return matches(wrapper);
    });
  }
  return filters;
}

function checkFilterNames(steps: Step[], filters: Map<string, ElementFilter>): void {
  for (const { path } of steps)
    for (const part of path) {
      const name = /^\$\[(.+)\]$/.exec(part)?.[1];
      if (name !== undefined && !filters.has(name))
        throw fault(
          2,
          `No array filter found for identifier '${name}' in path '${path.join('.')}'`,
        );
    }
}

function compileOperators(update: Document, { arrayFilters, fold }: UpdateOptions): Update {
  const steps = stepsOf(update, fold);
  const filters = elementFilters(arrayFilters, steps, fold);
  checkFilterNames(steps, filters);
  const dynamic = steps.some((step) => step.path.some(isDynamic));
  const dollar = steps.find(
    (step) => !step.onlyNew && !step.checksDollar && step.path[0]?.startsWith('$'),
  )?.path[0];
  return {
    kind: 'operators',
    usesPosition: steps.some((step) => step.path.includes('$')),
    apply: (before, { matched, inserting, now }) => {
      if (dollar !== undefined && !inserting) refuseDollar(dollar);
      const document = deepCopy(before);
      for (const { path, apply, onlyNew } of steps) {
        if (onlyNew && !inserting) continue;
        const paths = dynamic ? expandPath(document, path, { matched, filters }) : [path];
        for (const each of paths) apply({ document, path: each, inserting, now });
      }
      const after = keepId(before, document);
      return { after, same: identical(before, after) };
    },
  };
}

/** Throws ImmutableField (66) for another `_id`. */
function keepId(before: Document, after: Document): Document {
  if (
    before._id === undefined ||
    (after._id !== undefined && encodeKey(after._id) === encodeKey(before._id))
  )
    return after;
  throw fault(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
}

function compileReplacement(replacement: Document): Update {
  return {
    kind: 'replacement',
    usesPosition: false,
    apply: (before, { inserting }) => {
      if (!inserting) for (const field in replacement) refuseDollar(field);
      const { _id, ...rest } = replacement;
      const id = before._id === undefined ? _id : before._id;
      if (_id !== undefined && !sameValue(_id, id))
        throw fault(
          66,
          `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${showValue(_id)}`,
        );
      const after = stamped(deepCopy(toDocument(rest)));
      // As it was sent: without _id it is another document (ObjectReplacementExecutor).
      const same = identical(before, replacement);
      return { after: id === undefined ? after : withId(after, id), same };
    },
  };
}

type UpdateOptions = {
  arrayFilters?: Value | undefined;
  variables?: Record<string, Value> | undefined;
  /** The collation's. */
  fold?: Fold | undefined;
};

/** Throws FailedToParse (9), ConflictingUpdateOperators (40) and the like before anything is changed. */
export function compileUpdate(update: Value | undefined, options: UpdateOptions = {}): Update {
  if (Array.isArray(update)) {
    if (options.fold) throw notImplemented('A pipeline update under a collation');
    if (options.arrayFilters !== undefined)
      throw fault(9, 'Cannot specify arrayFilters and a pipeline update');
    const run = compileUpdatePipeline(update, options.variables);
    return {
      kind: 'pipeline',
      usesPosition: false,
      apply: (before, scope) => {
        const after = run(before, scope.now);
        const same = identical(before, after);
        // A pipeline that leaves _id out means the one that is there.
        if (after._id !== undefined || before._id === undefined)
          return { after: keepId(before, after), same };
        return { after: withId(after, before._id), same };
      },
    };
  }
  if (!isDocument(update)) throw fault(9, 'Update argument must be either an object or an array');
  if (Object.keys(update)[0]?.startsWith('$')) return compileOperators(update, options);
  if (options.arrayFilters !== undefined)
    throw fault(9, 'Cannot specify arrayFilters and a non-operator update');
  return compileReplacement(update);
}
