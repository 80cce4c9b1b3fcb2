/** Reads the environment of the helper scripts in the images. */

export const readPort = (defaultPort?: number): number => Number(process.env.PORT ?? defaultPort);
