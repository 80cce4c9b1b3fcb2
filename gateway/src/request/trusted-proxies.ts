/** The setting TRUST_PROXY for fastify. */

/** Trusted proxies in fastify's form; without any, the peer's address counts. */
export function trustedProxies(text: string | undefined): false | string[] {
  const list = (text ?? '').split(',').map((one) => one.trim());
  const named = list.filter((one) => one !== '');
  return named.length > 0 ? named : false;
}
