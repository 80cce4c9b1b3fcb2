/** What an access token says of itself. The server alone judges whether it is true. */

export interface Claims {
  /** The account's id. */
  sub: string;
  /** Seconds since 1970 after which the token is worth nothing. */
  exp: number;
  /** Seconds since 1970 at which it was made, by the server's clock. */
  iat?: number;
}

/** Undefined where it is no token. */
export function readClaims(token: string): Claims | undefined {
  try {
    const part = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims.sub === 'string' && typeof claims.exp === 'number' ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Renewed a little early, so that none ends on its way. */
const earlyMs = 20_000;

/** How far this browser's clock is ahead of the server's: laptops are hours off, and know nothing of it. */
let aheadMs = 0;

/** Told by a token that was made just now. */
export function syncServerClock(token: string): void {
  const madeAt = readClaims(token)?.iat;
  aheadMs = madeAt === undefined ? 0 : Date.now() - madeAt * 1000;
}

/** Whether a token has ended, or is about to. */
export function isEnding(token: string, nowMs = Date.now() - aheadMs): boolean {
  const claims = readClaims(token);
  return !claims || claims.exp * 1000 - earlyMs <= nowMs;
}
