/** Preloaded into a replica: its wall clock is off by the milliseconds of its first argument. */

const skewMs = Number(process.argv[2]);
const wall = Date.now.bind(Date);
Date.now = () => wall() + skewMs;
