/** Reads the claims of an access token. Only the server verifies them. */

export interface Claims {
  /** The account id. */
  sub: string;
  /** Expiry, in seconds since 1970. */
  exp: number;
  /** Time of issue by the server's clock, in seconds since 1970. */
  iat?: number;
}

/** Undefined if it is not a token. */
export function readClaims(token: string): Claims | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(payload), (letter) => letter.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims.sub === 'string' && typeof claims.exp === 'number' ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Renew slightly early, so that no token expires in flight. */
const earlyMs = 20_000;

/** How far this browser's clock is ahead of the server's; it can be hours off. */
let aheadMs = 0;

/** Measures the clock difference with a freshly issued token. */
export function syncServerClock(token: string): void {
  const madeAt = readClaims(token)?.iat;
  aheadMs = madeAt === undefined ? 0 : Date.now() - madeAt * 1000;
}

/** Whether a token has expired or is about to. */
export function isEnding(token: string, nowMs = Date.now() - aheadMs): boolean {
  const claims = readClaims(token);
  return !claims || claims.exp * 1000 - earlyMs <= nowMs;
}
