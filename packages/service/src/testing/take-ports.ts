/** Takes as many free ports as told, tells them, and keeps them until it is ended. */

import { freePort } from '../free-port.ts';

const ports: number[] = [];
while (ports.length < Number(process.argv[2])) ports.push(await freePort());
// Whoever listens for messages lives as long as whom they come from.
process.on('message', () => undefined);
process.send?.(ports);
