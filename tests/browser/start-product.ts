/** A product with a browser beside it. */

import type { Browser } from 'playwright-core';
import type { OneProcess } from '../flows/world/one-process.ts';
import { startOneProcess } from '../flows/world/one-process.ts';
import type { World } from '../flows/world/world.ts';
import { launchChromium } from './chromium.ts';

/** Where people find it: cookies, origins and the links of its mails are those of this name. */
export const addressOf = ({ url }: World): string => url.replace('//127.0.0.1:', '//localhost:');

/** Where one of the two cannot start, neither is left behind. */
export async function startProduct(
  options: OneProcess,
  start: (options: OneProcess) => Promise<World> = startOneProcess,
): Promise<{ world: World; browser: Browser }> {
  const world = await start(options);
  try {
    return { world, browser: await launchChromium() };
  } catch (error) {
    await world.stop();
    throw error;
  }
}
