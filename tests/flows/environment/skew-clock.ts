/** Shifts the wall clock of this process for every form of `Date` that reads the current time. */

export function skewClock(skewMs: number): void {
  const Wall = Date;
  const wall = Wall.now.bind(Wall);
  const now = () => wall() + skewMs;
  Wall.now = now;
  globalThis.Date = new Proxy(Wall, {
    construct: (_, args, newTarget) =>
      Reflect.construct(Wall, args.length > 0 ? args : [now()], newTarget),
    apply: () => new Wall(now()).toString(),
  });
  Wall.prototype.constructor = globalThis.Date;
}
