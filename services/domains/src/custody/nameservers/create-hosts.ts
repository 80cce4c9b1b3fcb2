/** Creates the host objects of nameservers that the registry does not know yet. */

import type { NameserverRejection } from '../../domain/delegation.ts';
import type { Registrar } from '../../registrar/registrar.ts';
import { EppRejectedError } from '../../registrar/registrar-errors.ts';

/** Resolves to a rejection at the first host that the registry does not accept. */
export async function createHosts(
  registrar: Registrar,
  names: readonly string[],
): Promise<NameserverRejection | undefined> {
  if (names.length === 0) return undefined;
  for (const { name, available } of await registrar.hostCheck(names)) {
    if (!available) continue;
    try {
      await registrar.hostCreate(name);
    } catch (error) {
      if (!(error instanceof EppRejectedError) || error.transient) throw error;
      if (error.code === 'EXISTS') continue;
      return { message: `The registry does not accept “${name}” as a nameserver.`, scope: 'VALUE' };
    }
  }
  return undefined;
}
