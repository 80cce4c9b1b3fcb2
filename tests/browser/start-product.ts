/** Starts a product and a browser. */

import { launchChromium } from '@nameloan/testkit/chromium';
import type { Browser } from 'playwright-core';
import type { OneProcess } from '../flows/environment/one-process.ts';
import { startOneProcess } from '../flows/environment/one-process.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';

/** The public address: cookies, origins and links in mails use this host name. */
export const addressOf = ({ url }: TestEnvironment): string =>
  url.replace('//127.0.0.1:', '//localhost:');

/** Stops the product if the browser cannot start. */
export async function startProduct(
  options: OneProcess,
  start: (options: OneProcess) => Promise<TestEnvironment> = startOneProcess,
): Promise<{ environment: TestEnvironment; browser: Browser }> {
  const environment = await start(options);
  try {
    return { environment, browser: await launchChromium() };
  } catch (error) {
    await environment.stop();
    throw error;
  }
}
