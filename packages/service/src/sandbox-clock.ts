/** Joins the sandbox's clock: asks for the present offset at start and registers for later moves. */

import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { moveClock } from './clock.ts';

const answer = z.object({ offsetMs: z.number().int().min(0) });

/** Registers this part's clock door; waits up to 30 s for the sandbox, then throws. */
export async function joinSandboxClock(part: {
  name: string;
  clockUrl: string;
  sandboxUrl: string;
  secret: string;
}): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      const response = await fetch(`${part.sandboxUrl}/parts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-secret': part.secret },
        body: JSON.stringify({ name: part.name, url: part.clockUrl }),
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
