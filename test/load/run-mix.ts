import autocannon from 'autocannon';

import { quantile } from '../bench/load.ts';
import { drawPart, type Mix } from './mix.ts';

/** The answers to the requests of one part of the mix. */
export type PartResult = { readonly name: string; readonly milliseconds: readonly number[] };

export type MixResult = {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** The number of answers with each status that is not a success. */
  readonly errors: Readonly<Record<string, number>>;
  readonly parts: readonly PartResult[];
};

/** The part and start of the request that a connection waits for. */
type Pending = { name?: string; start?: number };

/** Sends mixed requests over some connections, each connection one request at a time. */
export async function runMix(
  url: string,
  mix: Mix,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<MixResult> {
  const times = new Map<string, number[]>(mix.map(({ name }) => [name, []]));
  const errors: Record<string, number> = {};
  const count = (name: string, number = 1): void => {
    if (number > 0) errors[name] = (errors[name] ?? 0) + number;
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: [
      {
        setupRequest: (request, context: Pending) => {
          const { name, next } = drawPart(mix);
          const { headers = {}, ...rest } = next();
          context.name = name;
          context.start = performance.now();
          return { ...request, ...rest, headers: { ...headers } };
        },
        onResponse: (status, _body, context: Pending) => {
          const { name = '', start = 0 } = context;
          times.get(name)?.push(performance.now() - start);
          if (status >= 400) count(`${status} ${name}`);
        },
      },
    ],
  });
  count('timed out', result.timeouts);
  count('connection error', result.errors - result.timeouts);
  const all = [...times.values()].flat();
  return {
    connections,
    perSecond: all.length / result.duration,
    p50: quantile(all, 0.5),
    p95: quantile(all, 0.95),
    p99: quantile(all, 0.99),
    errors,
    parts: [...times].map(([name, milliseconds]) => ({ name, milliseconds })),
  };
}

/** Whether no request got a 5xx, timed out or lost its connection. */
export function isHealthy({ errors }: Pick<MixResult, 'errors'>): boolean {
  return Object.keys(errors).every((name) => name.startsWith('4'));
}
