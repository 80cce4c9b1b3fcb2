/** The arguments of `npm run load -- …`. */

import { parseArgs } from 'node:util';

/** Scenario → its script in `tests/load`. */
const scripts = {
  everyone: 'everyone.ts',
  visitors: 'visitors.ts',
  borrowers: 'borrowers.ts',
  lenders: 'lenders.ts',
  chat: 'chat.ts',
  loans: 'whole-loan.ts',
} as const;

const profiles = ['smoke', 'load', 'stress', 'spike', 'soak'];

export interface LoadOptions {
  /** File name in `tests/load`. */
  script: string;
  /** A product that runs already; absent: one is started. */
  there: { url: string; sandboxUrl: string } | undefined;
  /** Folder for the summary; absent: a new one among the temporary files. */
  out: string | undefined;
  /** Environment of the script, by name. */
  told: Record<string, string>;
}

export const usage = `npm run load -- PROFILE [--scenario NAME] [--url URL --sandbox URL] [--duration 5m] [--rate 2]
                       [--bound-factor 1] [--web on|off] [--out DIR]
  PROFILE   ${profiles.join(', ')}
  NAME      ${Object.keys(scripts).join(', ')}
  URL       of a product that runs already, and of its sandbox; without them one is started for the run
More: tests/load/README.md`;

export class ArgumentError extends Error {}

/** Throws WrongArguments with a sentence and how it is used. */
export function readArguments(given: string[]): LoadOptions {
  const wrong = (sentence: string): never => {
    throw new ArgumentError(`${sentence}\n\n${usage}`);
  };
  const text = { type: 'string' } as const;
  const options = {
    scenario: text,
    url: text,
    sandbox: text,
    duration: text,
    rate: text,
    'bound-factor': text,
    web: text,
    out: text,
  };
  const parsed = (() => {
    try {
      return parseArgs({ args: given, options, allowPositionals: true });
    } catch (error) {
      return wrong((error as Error).message);
    }
  })();
  const { values, positionals } = parsed;
  const [profile = '', ...more] = positionals;
  if (!profiles.includes(profile) || more.length > 0)
    wrong(profile === '' ? 'Name a profile.' : `There is no profile ${positionals.join(' ')}.`);
  const { scenario = 'everyone', url, sandbox } = values;
  if (!Object.hasOwn(scripts, scenario)) wrong(`There is no scenario ${scenario}.`);
  if ((url === undefined) !== (sandbox === undefined))
    wrong('--url and --sandbox go together: people prove names and pay in the sandbox.');
  const named = {
    PROFILE: profile,
    DURATION: values.duration,
    RATE: values.rate,
    BOUND_FACTOR: values['bound-factor'],
    WEB: values.web,
  };
  return {
    script: scripts[scenario as keyof typeof scripts],
    there: url !== undefined && sandbox !== undefined ? { url, sandboxUrl: sandbox } : undefined,
    out: values.out,
    told: Object.fromEntries(
      Object.entries(named).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  };
}
