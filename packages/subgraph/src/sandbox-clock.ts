/** Follows the sandbox's clock: gets the offsets at the start, registers for later moves, and unregisters at the end. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Bus } from '@nameloan/messaging/bus';
import { accountClockOffsetMs, moveAccountClock, moveClock } from '@nameloan/runtime/clock';
import { z } from 'zod';
import type { CommonSettings } from './common-settings.ts';
import type { ServiceContext } from './service-context.ts';

/** Offsets of business and account time; a sandbox of release 0.2 sends only the first. */
export const clockOffsets = z.object({
  offsetMs: z.number().int().min(0),
  accountsOffsetMs: z.number().int().min(0).default(0),
});
export type ClockOffsets = z.output<typeof clockOffsets>;

/** Returns whether account time has moved. */
export function moveClocks({ offsetMs, accountsOffsetMs }: ClockOffsets): boolean {
  const before = accountClockOffsetMs();
  moveAccountClock(accountsOffsetMs);
  moveClock(offsetMs);
  return accountClockOffsetMs() > before;
}

const joinWithinMs = 5000;
/** Short, to keep a stop fast: the sandbox detects a lost service anyway, only later. */
const leaveWithinMs = 1500;

interface ClockFollower {
  name: string;
  url: string;
}
type SandboxSettings = Pick<CommonSettings, 'NAMELOAN_SANDBOX' | 'SANDBOX_URL' | 'SANDBOX_SECRET'>;

/** Registers this service's clock endpoint if there is a sandbox; waits up to 30 s for it, then throws. */
export async function joinSandboxClock(
  follower: ClockFollower,
  settings: SandboxSettings,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      const response = await call('POST', follower, { settings, withinMs: joinWithinMs });
      if (!response) return;
      if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
      moveClocks(clockOffsets.parse(await response.json()));
      return;
    } catch (error) {
      if (attempts >= 60) throw error;
      await pause(500);
    }
  }
}

/** Unregisters, best effort: resolves after a second and a half at the latest. */
export async function leaveSandboxClock(
  follower: ClockFollower,
  settings: SandboxSettings,
): Promise<void> {
  await call('DELETE', follower, { settings, withinMs: leaveWithinMs }).catch(() => undefined);
}

/** Runs what is due in a service; resolves to whether there was anything. */
export async function runDueWork({ store, name }: ServiceContext, bus: Bus): Promise<boolean> {
  const ran = await store.jobs.runDue();
  const taken = await store.deferredEvents.runDue();
  const relayed = await store.outbox.settle();
  const waits = !(await bus.caughtUp(name)) || (await store.deferredEvents.busy());
  return ran || taken || relayed || waits;
}

/** Undefined without a sandbox. */
async function call(
  method: 'POST' | 'DELETE',
  follower: ClockFollower,
  { settings, withinMs }: { settings: SandboxSettings; withinMs: number },
): Promise<Response | undefined> {
  const { NAMELOAN_SANDBOX, SANDBOX_URL, SANDBOX_SECRET } = settings;
  if (NAMELOAN_SANDBOX !== 'on' || !SANDBOX_URL || !SANDBOX_SECRET) return undefined;
  return fetch(`${SANDBOX_URL.replace(/\/+$/, '')}/services`, {
    method,
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': SANDBOX_SECRET },
    body: JSON.stringify({ name: follower.name, url: `${follower.url}/clock` }),
    signal: AbortSignal.timeout(withinMs),
  });
}
