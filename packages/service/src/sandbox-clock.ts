/** Joins the sandbox's clock: asks for the present offset at start, registers for later moves, and signs off at the end. */

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { moveClock } from './clock.ts';
import type { CommonSettings } from './common-settings.ts';

const answer = z.object({ offsetMs: z.number().int().min(0) });
const joinWithinMs = 5000;
/** Of a stop, which has no time to lose: the sandbox finds out by itself who is gone, only later. */
const leaveWithinMs = 1500;

interface ClockPart {
  name: string;
  url: string;
}
type Told = Pick<CommonSettings, 'NAMELOAN_SANDBOX' | 'SANDBOX_URL' | 'SANDBOX_SECRET'>;

/** Registers this part's clock door, where there is a sandbox; waits up to 30 s for it, then throws. */
export async function joinSandboxClock(part: ClockPart, told: Told): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      const response = await call('POST', part, { told, withinMs: joinWithinMs });
      if (!response) return;
      if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
      moveClock(answer.parse(await response.json()).offsetMs);
      return;
    } catch (error) {
      if (attempts >= 60) throw error;
      await pause(500);
    }
  }
}

/** Signs off, best effort: resolves after a second and a half at the latest, whatever the sandbox does. */
export async function leaveSandboxClock(part: ClockPart, told: Told): Promise<void> {
  await call('DELETE', part, { told, withinMs: leaveWithinMs }).catch(() => undefined);
}

/** Undefined where there is no sandbox. */
async function call(
  method: 'POST' | 'DELETE',
  part: ClockPart,
  { told, withinMs }: { told: Told; withinMs: number },
): Promise<Response | undefined> {
  const { NAMELOAN_SANDBOX, SANDBOX_URL, SANDBOX_SECRET } = told;
  if (NAMELOAN_SANDBOX !== 'on' || !SANDBOX_URL || !SANDBOX_SECRET) return undefined;
  return fetch(`${SANDBOX_URL.replace(/\/+$/, '')}/parts`, {
    method,
    headers: { 'content-type': 'application/json', 'x-sandbox-secret': SANDBOX_SECRET },
    body: JSON.stringify({ name: part.name, url: `${part.url}/clock` }),
    signal: AbortSignal.timeout(withinMs),
  });
}
