/** Lists in documents: the components' READMEs and the keys of their Secrets. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brokerUsers } from '@nameloan/messaging/nats/broker-users';
import { readWorkspaces } from '../affected/read-workspaces.ts';
import type { Blocks } from './blocks.ts';
import { brokerPasswordOf } from './broker-config.ts';
import type { Service } from './services.ts';
import { root } from './services.ts';

export const readmeBlocks = (services: readonly Service[]): Blocks => ({
  READMEs: () => {
    const folders = readWorkspaces(root)
      .map(({ folder }) => folder)
      .filter((folder) => existsSync(join(root, folder, 'README.md')))
      .sort();
    const own = services.map(({ name }) => `services/${name}`);
    const others = folders.filter((folder) => !folder.includes('/'));
    const packages = folders.filter((folder) => !own.includes(folder) && !others.includes(folder));
    const links = [...own, ...others, ...packages].map(
      (folder) => `[${folder.replace('services/', '')}](${folder}/README.md)`,
    );
    return ['', `Each component has a README: ${links.join(', ')}.`, ''];
  },
});

export const secretBlocks = (services: readonly Service[]): Blocks => ({
  'Secrets of the components': () => {
    const code = (keys: readonly string[]) => keys.map((key) => `\`${key}\``).join(', ');
    const own = services
      .filter(({ secrets, optionalSecrets }) => secrets.length > 0 || optionalSecrets)
      .map(({ name, secrets, optionalSecrets }) => {
        const keys = [code(secrets), optionalSecrets ?? ''].filter(Boolean).join('; ');
        return `| also \`${name}\` | ${keys} |`;
      });
    return [
      '',
      '| Secret | keys |',
      '|---|---|',
      `| ${code(services.map(({ name }) => name))} | \`INTERNAL_SECRET\`, \`MONGODB_URL\` (a login for its own database), \`NATS_USER\` (the component’s name), \`NATS_PASSWORD\` |`,
      '| `gateway` | `INTERNAL_SECRET`, `NATS_USER` (`gateway`), `NATS_PASSWORD` |',
      `| \`nats\` (with \`base/nats\`) | \`NATS_CLUSTER_PASSWORD\` (letters and digits), ${code(brokerUsers({ services }).map(({ name }) => brokerPasswordOf(name)))} |`,
      ...own,
      '',
    ];
  },
});
