/** Calls that may be under way besides the one that is waited for. */
const ahead = 3;

/**
 * Reads what is planned before it is asked for, and gives it in order.
 * @param plans what is to be read, of any number: no more of them are taken than are under way
 * @param read reads one of them
 */
export async function* readAhead<Plan, Result>(
  plans: AsyncIterable<Plan> | Iterable<Plan>,
  read: (plan: Plan) => Promise<Result>,
): AsyncGenerator<{ readonly plan: Plan; readonly result: Result }> {
  const underWay: { readonly plan: Plan; readonly result: Promise<Result> }[] = [];
  for await (const plan of plans) {
    const result = read(plan);
    // It is waited for in its turn; until then nobody hears of its failure.
    result.catch(() => undefined);
    underWay.push({ plan, result });
    if (underWay.length <= ahead) continue;
    const [next] = underWay.splice(0, 1);
    if (next !== undefined) yield { plan: next.plan, result: await next.result };
  }
  for (const { plan, result } of underWay) yield { plan, result: await result };
}
