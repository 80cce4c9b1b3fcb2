/** A nats-server with a user per component, as in the deployments. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brokerUsers, renderBrokerUsers } from '@nameloan/messaging/nats/broker-users';
import type { TestNats } from './nats.ts';
import { startTestNats } from './nats.ts';

export interface BrokerUsersFile {
  /** Configuration for the server. */
  file: string;
  passwordOf(user: string): string;
}

export function writeBrokerUsers(folder: string): BrokerUsersFile {
  const file = join(folder, 'nats-users.conf');
  const users = brokerUsers();
  const passwords = new Map(users.map(({ name }) => [name, `p${randomBytes(16).toString('hex')}`]));
  const passwordOf = (user: string) => passwords.get(user) ?? '';
  writeFileSync(file, `${renderBrokerUsers(users, passwordOf).join('\n')}\n`);
  return { file, passwordOf };
}

export interface NatsWithUsers extends TestNats {
  loginOf(user: string): { user: string; password: string };
  /** Restarts at the same address after the loss of all data. */
  restartEmpty(): Promise<void>;
}

export async function startNatsWithUsers(): Promise<NatsWithUsers> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-nats-users-'));
  const { file, passwordOf } = writeBrokerUsers(folder);
  const data = join(folder, 'data');
  const args = ['-c', file];
  let server = await startTestNats({ folder: data, args });
  const { url } = server;
  return {
    url,
    loginOf: (user) => ({ user, password: passwordOf(user) }),
    kill: () => server.kill(),
    restartEmpty: async () => {
      await server.kill();
      rmSync(data, { recursive: true, force: true });
      server = await startTestNats({ folder: data, args, port: Number(new URL(url).port) });
    },
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
