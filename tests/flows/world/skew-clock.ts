/** A wall clock that is off, as a machine's is: for all that asks what time it is, by whatever form of `Date`. */

export function skewClock(skewMs: number): void {
  const Wall = Date;
  const wall = Wall.now.bind(Wall);
  const now = () => wall() + skewMs;
  Wall.now = now;
  globalThis.Date = new Proxy(Wall, {
    construct: (_, given, made) =>
      Reflect.construct(Wall, given.length > 0 ? given : [now()], made),
    apply: () => new Wall(now()).toString(),
  });
  Wall.prototype.constructor = globalThis.Date;
}
