/** $rename: two places of one document, neither of them in an array. */
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import {
  checkViable,
  isDynamic,
  parseUpdatePath,
  readAt,
  refuseDollar,
  removeAt,
  writeAt,
} from './paths.ts';
import type { Apply } from './target.ts';

function parseEnds(from: string, to: Value): { source: string[]; target: string[] } {
  if (typeof to !== 'string')
    throw fault(2, `The 'to' field for $rename must be a string: ${from}: ${showValue(to)}`);
  if (to.includes('\0'))
    throw fault(2, "The 'to' field for $rename cannot contain an embedded null byte");
  const [source, target] = [parseUpdatePath(from), parseUpdatePath(to)];
  if (from === to)
    throw fault(2, `The source and target field for $rename must differ: ${from}: "${to}"`);
  if (from.startsWith(`${to}.`) || to.startsWith(`${from}.`))
    throw fault(
      2,
      `The source and target field for $rename must not be on the same path: ${from}: "${to}"`,
    );
  if (source.some(isDynamic))
    throw fault(2, `The source field for $rename may not be dynamic: ${from}`);
  if (target.some(isDynamic))
    throw fault(2, `The destination field for $rename may not be dynamic: ${to}`);
  return { source, target };
}

function unreachable(path: readonly string[], at: number): string {
  return `cannot use the part (${path[at - 1]} of ${path.join('.')})`;
}

function refuseArrays(end: 'source' | 'destination', document: Document, path: string[]): void {
  for (let at = 1; at < path.length; at++)
    if (Array.isArray(readAt(document, path.slice(0, at))))
      throw fault(
        2,
        `The ${end} field cannot be an array element, '${path.join('.')}' in doc with _id: ${showValue(document._id)} has an array field called '${path[at - 1]}'`,
      );
}

/** Throws BadValue (2) and EmptyFieldName (56); the one path does the work, the other only conflicts. */
export function compileRename(
  from: string,
  to: Value,
): { path: string[]; apply: Apply; checksDollar: true }[] {
  const { source, target } = parseEnds(from, to);
  const move: Apply = ({ document, inserting }) => {
    const value = readAt(document, source);
    if (value === undefined) return checkViable(document, source, unreachable);
    for (const [name = ''] of [source, target]) if (!inserting) refuseDollar(name);
    // Also the same value: it is the path that is immutable.
    if (target[0] === '_id' && document._id !== undefined)
      throw fault(
        66,
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    refuseArrays('source', document, source);
    refuseArrays('destination', document, target);
    writeAt(document, target, value);
    removeAt(document, source);
  };
  return [
    { path: target, apply: move, checksDollar: true },
    { path: source, apply: () => {}, checksDollar: true },
  ];
}
