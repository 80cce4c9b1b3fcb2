/** Prevents the sandbox and demo accounts in production. */

import { isLoopback } from '@nameloan/runtime/loopback';
import type { Environment } from '@nameloan/runtime/settings';
import { StartError } from './data-folder.ts';
import type { StartSettings } from './settings.ts';

export interface ProductionGuard {
  sandbox: boolean;
  /** Passwords of demo accounts: the published one, or random ones; `none`: no demo data. */
  demo: 'none' | 'known' | 'random';
}

/** Settings of real providers, which the sandbox would replace. */
const providers = /^(STRIPE|NOWPAYMENTS|SMTP|EPP)_/;

/** The user's settings that indicate production, as clauses for an error message; values of secrets are omitted. */
export function productionSigns(settings: StartSettings, environment: Environment): string[] {
  const signs: string[] = [];
  if (environment.NODE_ENV === 'production') signs.push('NODE_ENV is production');
  if (!isLoopback(settings.HOST)) signs.push(`HOST is ${settings.HOST}`);
  if (settings.PUBLIC_URL && !isLoopback(new URL(settings.PUBLIC_URL).hostname))
    signs.push(`PUBLIC_URL is ${settings.PUBLIC_URL}`);
  for (const name of Object.keys(environment).sort())
    if (providers.test(name) && environment[name]) signs.push(`${name} is set`);
  return signs;
}

/**
 * Decides whether the sandbox and demo data may run. `environment` is the user's own, without defaults. Throws StartError if
 * settings indicate production and the user did not set the sandbox to `on`.
 */
export function checkSandboxAllowed(
  settings: StartSettings,
  environment: Environment,
): ProductionGuard {
  const signs = productionSigns(settings, environment);
  const isDemoSet = environment.NAMELOAN_DEMO === 'on';
  if (settings.NAMELOAN_SANDBOX === 'off') {
    if (isDemoSet)
      throw new StartError(
        'NAMELOAN_DEMO is on, but demo data needs the sandbox, and NAMELOAN_SANDBOX is off.',
      );
    return { sandbox: false, demo: 'none' };
  }
  if (signs.length > 0 && environment.NAMELOAN_SANDBOX !== 'on')
    throw new StartError(
      `NAMELOAN_SANDBOX must be set, because ${signs.join(' and ')}: off for real banks, registries and mail, or on to simulate them.`,
    );
  if (settings.NAMELOAN_DEMO === 'off') return { sandbox: true, demo: 'none' };
  if (signs.length === 0) return { sandbox: true, demo: 'known' };
  return { sandbox: true, demo: isDemoSet ? 'random' : 'none' };
}
