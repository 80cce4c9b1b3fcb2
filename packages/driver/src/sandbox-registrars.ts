/** The registrar file of a product on the sandbox: which of its accounts hold the names of which suffixes. */

import type { Sandbox } from './sandbox-settings.ts';

/** `mixed`: .net at the reseller, .io at name.com, all others at the registry. */
export const registrarChoices = ['registry', 'reseller', 'namecom', 'mixed'] as const;
export type RegistrarChoice = (typeof registrarChoices)[number];

/** The registry keeps one suffix, so that names that it holds from earlier starts stay reachable. */
const keptSuffix = 'me';
const pollMs = 1000;

const suffixes: Readonly<
  Record<
    Exclude<RegistrarChoice, 'registry'>,
    Record<'epp' | 'reseller' | 'namecom', '*' | string[]>
  >
> = {
  reseller: { epp: [keptSuffix], reseller: '*', namecom: ['io'] },
  namecom: { epp: [keptSuffix], reseller: ['net'], namecom: '*' },
  mixed: { epp: '*', reseller: ['net'], namecom: ['io'] },
};

/** The content of the file, and the settings with its secrets; `webhookUrl` is where name.com's notices go. */
export function sandboxRegistrars(
  { epp, reseller, namecom }: Sandbox,
  choice: Exclude<RegistrarChoice, 'registry'>,
  webhookUrl: string,
): { file: { connections: object[] }; settings: Record<string, string> } {
  const eppRow = ({ host, port, caPem: ca, clientId }: Sandbox['epp']) => ({
    ...{ kind: 'epp', host, port, ca, clientId, servername: 'localhost', pollMs },
  });
  const { url, username } = namecom;
  const own = suffixes[choice];
  return {
    file: {
      connections: [
        { ...eppRow(epp), id: 'default', suffixes: own.epp, passwordSetting: 'EPP_PASSWORD' },
        {
          ...{ ...eppRow(reseller), id: 'reseller', profile: 'centralnic' },
          ...{ suffixes: own.reseller, passwordSetting: 'RESELLER_PASSWORD' },
        },
        {
          ...{ id: 'namecom', kind: 'namecom', url, username, webhookUrl, pollMs },
          ...{ suffixes: own.namecom, passwordSetting: 'NAMECOM_TOKEN' },
        },
      ],
    },
    settings: { RESELLER_PASSWORD: reseller.password, NAMECOM_TOKEN: namecom.token },
  };
}
