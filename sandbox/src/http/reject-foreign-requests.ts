/**
 * Protects the control API, which has no login, against other websites: the Host header must be this machine or a
 * configured name (DNS rebinding), and the request must not come from another origin (cross-site requests).
 */

import type { IncomingHttpHeaders } from 'node:http';
import { ControlError } from './control-error.ts';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Throws 403 for a foreign Host or Origin. A request without Origin does not come from a web page. */
export function rejectForeignRequests(
  headers: IncomingHttpHeaders,
  names: readonly string[],
): void {
  const ours = [...thisMachine, ...names];
  if (!ours.includes(hostnameOf(`http://${headers.host ?? ''}`))) {
    throw new ControlError(
      403,
      'FOREIGN_HOST',
      'The sandbox only accepts requests to this machine.',
    );
  }
  if (headers.origin !== undefined && !ours.includes(hostnameOf(headers.origin))) {
    throw new ControlError(
      403,
      'FOREIGN_ORIGIN',
      'The sandbox does not accept requests from other sites.',
    );
  }
  // Browsers send this header even without Origin, for example for images and links.
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') {
    throw new ControlError(
      403,
      'FOREIGN_ORIGIN',
      'The sandbox does not accept requests from other sites.',
    );
  }
}

function hostnameOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
