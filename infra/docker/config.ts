/** What the small programs of the images read of their container's environment. */

export const readPort = (standard?: number): number => Number(process.env.PORT ?? standard);
