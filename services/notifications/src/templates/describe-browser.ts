/**
 * Names the browser that a person used. Who does harm writes that line too, and a mail quotes it: so only names from
 * the library's own lists are said, never the line itself.
 */

import Bowser from 'bowser';

const browsers = new Set<string>(Object.values(Bowser.BROWSER_MAP));
const systems = new Set<string>(Object.values(Bowser.OS_MAP));

/** "Firefox on Linux", "Firefox", or "a program that is no known browser". */
export function describeBrowser(userAgent: string): string {
  if (userAgent === '') return unknown;
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name || !browsers.has(browser.name)) return unknown;
  return os.name && systems.has(os.name) ? `${browser.name} on ${os.name}` : browser.name;
}

const unknown = 'a program that is no known browser';
