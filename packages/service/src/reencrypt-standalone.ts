/** Re-encrypts a service's database once, while the service does not run. */

import { commonSettings } from './common-settings.ts';
import { Keyring } from './keyring.ts';
import type { EncryptedService } from './rotate-keys.ts';
import type { Environment } from './settings.ts';
import { readSettings } from './settings.ts';
import { EncryptedFields } from './store/encrypted-fields.ts';

/** Resolves to the number of re-encrypted texts. Throws SettingsError if the secrets do not match the database. */
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
