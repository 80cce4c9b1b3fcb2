/** The public URL of this installation, without a slash at the end. */

export const publicAddress = (settings: { PUBLIC_URL?: string | undefined; PORT: number }) =>
  (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '');
