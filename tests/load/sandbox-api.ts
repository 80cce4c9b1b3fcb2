/** Client of the sandbox's control API: registry, DNS and payments. Not measured. */

import http from 'k6/http';
import { pause } from './call.ts';
import { settings } from './settings.ts';

const maxRetries = 40;
const retryDelayMs = 500;

async function callSandbox(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
  // biome-ignore lint/suspicious/noExplicitAny: responses are untyped
): Promise<any> {
  const name = `sandbox ${method} /${path.split('/')[1]}`;
  for (let retriesLeft = maxRetries; ; retriesLeft--) {
    const response = await http.asyncRequest(
      method,
      settings.sandboxUrl + path,
      body === undefined ? null : JSON.stringify(body),
      { headers: { 'content-type': 'application/json' }, tags: { name } },
    );
    if (response.status >= 200 && response.status < 300)
      return response.body ? JSON.parse(String(response.body)) : undefined;
    // Rejected by its rules: a retry would not help.
    if (response.status >= 400 && response.status < 500) return undefined;
    if (retriesLeft === 0) throw new Error(`${name} returned status ${response.status}`);
    await pause(retryDelayMs);
  }
}

export const setTxt = (name: string, txt: string[]) => callSandbox('PUT', `/dns/${name}`, { txt });
export const readRegistryDomain = (name: string) => callSandbox('GET', `/registry/domains/${name}`);
/** No effect if the registry has already approved it automatically. */
export const approve = (name: string) =>
  callSandbox('POST', `/registry/domains/${name}/approve`, {});
export const payCheckout = (id: string) => callSandbox('POST', `/checkouts/${id}/pay`, {});
