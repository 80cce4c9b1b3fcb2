/** Launches the machine's Chromium for browser journeys. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { chromium } from 'playwright-core';

const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
const program = folders.map((folder) => join(folder, 'chromium')).find(existsSync);

/** Reason to skip the tests that need the browser; false if it is installed. */
export const noBrowser: string | false = program ? false : 'Chromium is not installed';

/**
 * Chromium uses only the last such list, so this one includes Playwright's. The WebUIOmnibox features load two address-bar
 * pages in each headless window, which took most of its CPU time.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

const options = {
  executablePath: program,
  args: [
    `--disable-features=${disabledFeatures.join()}`,
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export const launchChromium = (): Promise<Browser> => chromium.launch(options);

/** Launches with a persistent profile that all tabs share; `extraArgs` can add a debugging port for tools. */
export const openProfile = (
  folder: string,
  extraArgs: readonly string[],
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...options, args: [...options.args, ...extraArgs] });
