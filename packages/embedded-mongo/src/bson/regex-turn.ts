/** Runs regular expressions so that they end: some go back and forth over one line for years. */
import type { Context } from 'node:vm';
import { createContext, Script } from 'node:vm';
import { fault } from '../errors.ts';

/** What this engine asks of a regular expression. */
export type Pattern = Pick<RegExp, 'test' | 'exec'>;

const patienceMs = 500;
/** Steps back that are over before anybody notices. */
const calmSteps = 1e8;

let job: () => unknown = () => undefined;
let context: Context | undefined;
const script = new Script('run()');

/** Throws Location51156, as for a pattern that exceeds the real server's limit of steps back. */
function inTime<T>(run: () => T): T {
  context ??= createContext({ run: () => job() });
  job = run;
  try {
    return script.runInContext(context, { timeout: patienceMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw fault(51156, 'The regular expression goes back and forth over its input for too long');
  }
}

/** The length of input up to which a pattern needs no watch. */
function calmLength({ source }: RegExp): number {
  // What is escaped or in a class is one letter here.
  const plain = source.replace(/\\./gs, 'e').replace(/\[[^\]]*\]/g, 'e');
  const count = (what: RegExp): number => plain.match(what)?.length ?? 0;
  const groups = count(/\(/g);
  const branches = groups === 0 ? 1 : (1 + count(/\|/g) / groups) ** groups;
  const ways = branches * 2 ** count(/(?<![(*+?])\?/g);
  const loops = count(/[*+]|\{\d+,/g);
  if (loops === 0 && ways === 1) return Number.POSITIVE_INFINITY;
  // A loop in a loop multiplies with each letter.
  if (/\)[*+{]/.test(plain)) return Math.log(calmSteps) / Math.log((loops + 1) * ways);
  return (calmSteps / ways) ** (1 / (loops + 1));
}

export function watched(regex: RegExp): Pattern {
  const calm = calmLength(regex);
  return {
    test: (text) => (text.length <= calm ? regex.test(text) : inTime(() => regex.test(text))),
    exec: (text) => (text.length <= calm ? regex.exec(text) : inTime(() => regex.exec(text))),
  };
}
