/**
 * Names the browser of a user agent. An attacker controls that header and mails quote the result, so it only ever
 * contains names from the library's own lists.
 */

import Bowser from 'bowser';

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/** "Firefox on Linux", "Firefox" or "an unknown device". */
export function describeBrowser(userAgent: string): string {
  if (userAgent === '') return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !browsers.has(browser.name)) return unknown;
  return os.name && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}

const unknown = 'an unknown device';
