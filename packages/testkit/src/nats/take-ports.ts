/** Reserves the given number of free ports, sends them to the parent, and keeps them until it exits. */

import { freePort } from '@nameloan/runtime/free-port';

const ports: number[] = [];
while (ports.length < Number(process.argv[2])) ports.push(await freePort());
// A message listener keeps this process alive as long as its parent.
process.on('message', () => undefined);
process.send?.(ports);
