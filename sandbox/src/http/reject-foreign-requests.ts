/**
 * Keeps other websites out: the control API has no login, so a call must name this machine, or what it was
 * told to be called, as its host (against DNS rebinding) and must not come from a page of another one (against forged requests).
 */

import type { IncomingHttpHeaders } from 'node:http';
import { ControlError } from './control-error.ts';

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/** Throws 403 for a foreign Host or Origin. A missing Origin is a program, not a page. */
export function rejectForeignRequests(
  headers: IncomingHttpHeaders,
  names: readonly string[],
): void {
  const ours = [...thisMachine, ...names];
  if (!ours.includes(hostnameOf(`http://${headers.host ?? ''}`))) {
    throw new ControlError(403, 'FOREIGN_HOST', 'The sandbox answers on this machine only.');
  }
  if (headers.origin !== undefined && !ours.includes(hostnameOf(headers.origin))) {
    throw new ControlError(403, 'FOREIGN_ORIGIN', 'The sandbox does not answer other sites.');
  }
  // Browsers say so even where they send no Origin, as for an image or a link.
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') {
    throw new ControlError(403, 'FOREIGN_ORIGIN', 'The sandbox does not answer other sites.');
  }
}

function hostnameOf(address: string): string {
  try {
    return new URL(address).hostname;
  } catch {
    return '';
  }
}
