/**
 * Calls `once` from `callers` callers at a time for `seconds`.
 * @returns calls a second; throws what `once` throws
 */
export async function rate(callers: number, seconds: number, once: (caller: number) => Promise<void>): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let calls = 0;
  await Promise.all(
    Array.from({ length: callers }, async (_, caller) => {
      while (performance.now() < until) {
        await once(caller);
        calls += 1;
      }
    }),
  );
  return calls / ((performance.now() - began) / 1000);
}
