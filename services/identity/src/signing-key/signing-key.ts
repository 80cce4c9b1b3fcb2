/** Lifecycle of a signing key: published, signing, retired. Pure. */

/** ES256 key pair; `id` is its RFC 7638 thumbprint and the tokens' `kid`. */
export interface SigningKey {
  id: string;
  version: number;
  /** 1, 2, 3 …; unique, so that two processes cannot both add the next one. */
  sequence: number;
  /** Public JWK as JSON. */
  publicJwk: string;
  /** Private key, PKCS #8 PEM, encrypted. */
  encryptedPrivateKey: string;
  /** Wall time from which it signs; it is published earlier. */
  signsFrom: Date;
  createdAt: Date;
}

/** Long enough for every cache (60 s) to have a key before it signs. */
export const publishedAheadMs = 2 * 3_600_000;
/** A key stays published after its successor signs: tokens live 15 minutes, clocks and caches differ. */
export const publishedAfterMs = 3_600_000;

/** The signing key: the newest whose start time has passed. */
export function findSigner(keys: readonly SigningKey[], wallMs: number): SigningKey | undefined {
  return keys
    .filter((key) => key.signsFrom.getTime() <= wallMs)
    .sort((a, b) => b.sequence - a.sequence)[0];
}

/** Keys whose tokens may still be valid: their successor does not sign yet, or only recently. */
export function findPublished(keys: readonly SigningKey[], wallMs: number): SigningKey[] {
  return keys.filter((key) => {
    const next = keys
      .filter((other) => other.sequence > key.sequence)
      .sort((a, b) => a.sequence - b.sequence)[0];
    return !next || next.signsFrom.getTime() + publishedAfterMs > wallMs;
  });
}

/** Start time of the next key, or undefined if it is too early to create one. */
export function nextSignsFrom(
  newest: SigningKey | undefined,
  rotationMs: number,
  wallMs: number,
): Date | undefined {
  if (!newest) return new Date(wallMs);
  const planned = newest.signsFrom.getTime() + rotationMs;
  if (planned - publishedAheadMs > wallMs) return undefined;
  return new Date(Math.max(planned, wallMs + publishedAheadMs));
}
