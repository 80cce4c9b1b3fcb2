/** Re-encrypts a service's database once, while the service does not run. */

import type { Environment } from '@nameloan/runtime/settings';
import { readSettings } from '@nameloan/runtime/settings';
import { Keyring } from '@nameloan/security/keyring';
import { commonSettings } from '../common-settings.ts';
import { EncryptedFields } from './encrypted-fields.ts';
import type { EncryptedService } from './rotate-keys.ts';

/** Resolves to the number of re-encrypted values. Throws SettingsError if the secrets do not match the database. */
export async function reencryptStandalone(
  { context, encryptedFields }: EncryptedService,
  environment: Environment,
): Promise<number> {
  const common = readSettings(commonSettings, environment);
  const database = `${common.DATABASE_PREFIX}${context.name}`;
  await context.store.open({ mongoUrl: common.MONGODB_URL, database });
  try {
    const keyring = new Keyring(common.INTERNAL_SECRET, common.INTERNAL_SECRET_ALSO);
    const atRest = new EncryptedFields(context.store.connection, encryptedFields);
    await atRest.check(keyring);
    return await atRest.reencryptAndForget(keyring);
  } finally {
    await context.store.close();
  }
}
