/** Joins the sandbox's clock: asks for the present offset at start and registers for later moves. */

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { moveClock } from './clock.ts';
import type { CommonSettings } from './common-settings.ts';

const answer = z.object({ offsetMs: z.number().int().min(0) });

/** Registers this part's clock door, where there is a sandbox; waits up to 30 s for it, then throws. */
export async function joinSandboxClock(
  part: { name: string; url: string },
  { NAMELOAN_SANDBOX, SANDBOX_URL, SANDBOX_SECRET }: CommonSettings,
): Promise<void> {
  if (NAMELOAN_SANDBOX !== 'on' || !SANDBOX_URL || !SANDBOX_SECRET) return;
  const sandboxUrl = SANDBOX_URL.replace(/\/+$/, '');
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(`${sandboxUrl}/parts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-secret': SANDBOX_SECRET },
        body: JSON.stringify({ name: part.name, url: `${part.url}/clock` }),
        signal: AbortSignal.timeout(5000),
      });
      if (!response.ok) throw new Error(`the sandbox answered ${response.status}`);
      moveClock(answer.parse(await response.json()).offsetMs);
      return;
    } catch (error) {
      if (tries >= 60) throw error;
      await pause(500);
    }
  }
}
