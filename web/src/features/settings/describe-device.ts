/** Describes the device of a session from its user agent: "Firefox on Linux". */

import Bowser from 'bowser';

export interface Device {
  name: string;
  /** A phone or a tablet. */
  phone: boolean;
}

export function describeDevice(userAgent: string): Device {
  const { browser, os, platform } = Bowser.parse(userAgent || 'unknown');
  const phone = platform.type === 'mobile' || platform.type === 'tablet';
  if (!browser.name) return { name: 'API client', phone };
  return { name: os.name ? `${browser.name} on ${os.name}` : browser.name, phone };
}
