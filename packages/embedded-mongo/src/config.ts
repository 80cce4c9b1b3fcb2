/** The one reader of the environment in this package. */

/** The embedded engine is for one machine and for tests: production has a real server. */
export function refuseProduction(): void {
  if (process.env.NODE_ENV === 'production')
    throw new Error(
      'The embedded database refuses to run with NODE_ENV=production; set MONGODB_URL to a MongoDB server',
    );
}
