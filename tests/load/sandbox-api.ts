/** The sandbox's control API: what the registry, the DNS and the payer's bank do. Not measured. */

import http from 'k6/http';
import { pause } from './call.ts';
import { settings } from './settings.ts';

const tries = 40;
const pauseMs = 500;

// biome-ignore lint/suspicious/noExplicitAny: answers are read freely; whoever reads checks what it finds
async function act(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<any> {
  const name = `sandbox ${method} /${path.split('/')[1]}`;
  for (let left = tries; ; left--) {
    const response = await http.asyncRequest(
      method,
      settings.sandboxUrl + path,
      body === undefined ? null : JSON.stringify(body),
      { headers: { 'content-type': 'application/json' }, tags: { name } },
    );
    if (response.status >= 200 && response.status < 300)
      return response.body ? JSON.parse(String(response.body)) : undefined;
    // Refused by its rules: to ask again changes nothing.
    if (response.status >= 400 && response.status < 500) return undefined;
    if (left === 0) throw new Error(`${name} answered ${response.status}`);
    await pause(pauseMs);
  }
}

export const setTxt = (name: string, txt: string[]) => act('PUT', `/dns/${name}`, { txt });
export const registered = (name: string) => act('GET', `/registry/domains/${name}`);
/** Nothing where the registry has approved already by itself. */
export const approve = (name: string) => act('POST', `/registry/domains/${name}/approve`, {});
export const payCheckout = (id: string) => act('POST', `/checkouts/${id}/pay`, {});
