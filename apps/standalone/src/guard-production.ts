/** Keeps play apart from business: the sandbox and demo accounts never run where real parties are meant. */

import { isLoopback } from '@nameloan/runtime/loopback';
import type { Environment } from '@nameloan/runtime/settings';
import { StartError } from './data-folder.ts';
import type { StartSettings } from './settings.ts';

export interface ProductionGuard {
  sandbox: boolean;
  /** How demo accounts come by their passwords; `none`: there are no demo data. */
  demo: 'none' | 'known' | 'random';
}

/** Settings that lead to a real provider; the sandbox would take their place. */
const providers = /^(STRIPE|NOWPAYMENTS|SMTP|EPP)_/;

/** What the user set that means business, as words for a sentence; values of secrets are not shown. */
export function productionSigns(set: StartSettings, environment: Environment): string[] {
  const signs: string[] = [];
  if (environment.NODE_ENV === 'production') signs.push('NODE_ENV is production');
  if (!isLoopback(set.HOST)) signs.push(`HOST is ${set.HOST}`);
  if (set.PUBLIC_URL && !isLoopback(new URL(set.PUBLIC_URL).hostname))
    signs.push(`PUBLIC_URL is ${set.PUBLIC_URL}`);
  for (const name of Object.keys(environment).sort())
    if (providers.test(name) && environment[name]) signs.push(`${name} is set`);
  return signs;
}

/**
 * What is played in this start. `environment` is what the user set, nothing added. Throws StartRefused with
 * one sentence where play and business meet and `on` was not written for it.
 */
export function checkSandboxAllowed(set: StartSettings, environment: Environment): ProductionGuard {
  const signs = productionSigns(set, environment);
  const demoWritten = environment.NAMELOAN_DEMO === 'on';
  if (set.NAMELOAN_SANDBOX === 'off') {
    if (demoWritten)
      throw new StartError(
        'NAMELOAN_DEMO is on and NAMELOAN_SANDBOX is off, but demo data live in the sandbox.',
      );
    return { sandbox: false, demo: 'none' };
  }
  if (signs.length > 0 && environment.NAMELOAN_SANDBOX !== 'on')
    throw new StartError(
      `NAMELOAN_SANDBOX is on by default while ${signs.join(' and ')}: write NAMELOAN_SANDBOX=off, or NAMELOAN_SANDBOX=on if the sandbox is to play banks, registries and mail here.`,
    );
  if (set.NAMELOAN_DEMO === 'off') return { sandbox: true, demo: 'none' };
  if (signs.length === 0) return { sandbox: true, demo: 'known' };
  return { sandbox: true, demo: demoWritten ? 'random' : 'none' };
}
