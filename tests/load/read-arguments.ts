/** The arguments of `npm run load -- …`. */

import { parseArgs } from 'node:util';

/** Scenario → its script in `tests/load`. */
const scripts = {
  everyone: 'all-scenarios.ts',
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
  /** A running product to use; absent: one is started. */
  target: { url: string; sandboxUrl: string } | undefined;
  /** Folder for the summary; absent: a new one among the temporary files. */
  out: string | undefined;
  /** Environment of the script, by name. */
  environment: Record<string, string>;
}

export const usage = `npm run load -- PROFILE [--scenario NAME] [--url URL --sandbox URL] [--duration 5m] [--rate 2]
                       [--bound-factor 1] [--web on|off] [--out DIR]
  PROFILE   ${profiles.join(', ')}
  NAME      ${Object.keys(scripts).join(', ')}
  URL       of a running product and its sandbox; without them the run starts its own
More: tests/load/README.md`;

export class ArgumentError extends Error {}

/** Throws ArgumentError with a message and the usage. */
export function readArguments(argv: string[]): LoadOptions {
  const fail = (message: string): never => {
    throw new ArgumentError(`${message}\n\n${usage}`);
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
      return parseArgs({ args: argv, options, allowPositionals: true });
    } catch (error) {
      return fail((error as Error).message);
    }
  })();
  const { values, positionals } = parsed;
  const [profile = '', ...more] = positionals;
  if (!profiles.includes(profile) || more.length > 0)
    fail(profile === '' ? 'Name a profile.' : `There is no profile ${positionals.join(' ')}.`);
  const { scenario = 'everyone', url, sandbox } = values;
  if (!Object.hasOwn(scripts, scenario)) fail(`There is no scenario ${scenario}.`);
  if ((url === undefined) !== (sandbox === undefined))
    fail('--url and --sandbox go together: simulated users verify domains and pay in the sandbox.');
  const environment = {
    PROFILE: profile,
    DURATION: values.duration,
    RATE: values.rate,
    BOUND_FACTOR: values['bound-factor'],
    WEB: values.web,
  };
  return {
    script: scripts[scenario as keyof typeof scripts],
    target: url !== undefined && sandbox !== undefined ? { url, sandboxUrl: sandbox } : undefined,
    out: values.out,
    environment: Object.fromEntries(
      Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
  };
}
