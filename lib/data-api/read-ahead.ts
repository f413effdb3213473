/** The most calls that run ahead of the one that is awaited. */
const maxAhead = 3;

/**
 * Starts the next calls while a result is consumed, and yields the results in order.
 * @param plans what to read; an unlimited source is consumed only as far as calls run ahead
 */
export async function* readAhead<Plan, Result>(
  plans: AsyncIterable<Plan> | Iterable<Plan>,
  read: (plan: Plan) => Promise<Result>,
): AsyncGenerator<{ readonly plan: Plan; readonly result: Result }> {
  const running: { readonly plan: Plan; readonly result: Promise<Result> }[] = [];
  for await (const plan of plans) {
    const result = read(plan);
    // The error is reported when the result is awaited; until then Node must not take it for unhandled.
    result.catch(() => undefined);
    running.push({ plan, result });
    if (running.length <= maxAhead) continue;
    const next = running.shift();
    if (next !== undefined) yield { plan: next.plan, result: await next.result };
  }
  for (const { plan, result } of running) yield { plan, result: await result };
}
