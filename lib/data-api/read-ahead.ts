/** Maximum number of calls that run ahead of the awaited one. */
const maxAhead = 3;

/**
 * Starts the next calls while a result is consumed, and yields the results in order.
 * @param plans what each call reads. There can be any number of them, because only the next few are taken at a time
 */
export async function* readAhead<Plan, Result>(
  plans: AsyncIterable<Plan> | Iterable<Plan>,
  read: (plan: Plan) => Promise<Result>,
): AsyncGenerator<{ readonly plan: Plan; readonly result: Result }> {
  const running: { readonly plan: Plan; readonly result: Promise<Result> }[] = [];
  for await (const plan of plans) {
    const result = read(plan);
    // The error is reported when the result is awaited. This handler keeps Node from reporting it as unhandled before.
    result.catch(() => undefined);
    running.push({ plan, result });
    if (running.length <= maxAhead) continue;
    const oldest = running.shift();
    if (oldest !== undefined) yield { plan: oldest.plan, result: await oldest.result };
  }
  for (const { plan, result } of running) yield { plan, result: await result };
}
