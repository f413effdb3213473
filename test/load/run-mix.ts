import autocannon from 'autocannon';

import { quantile } from '../bench/load.ts';
import { drawPart, type Mix } from './mix.ts';

/** The response times of one part of the mix. */
export type PartResult = { readonly name: string; readonly milliseconds: readonly number[] };

export type MixResult = {
  readonly connections: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** How often each error occurred: the statuses from 400, timeouts and lost connections. */
  readonly errors: Readonly<Record<string, number>>;
  readonly parts: readonly PartResult[];
};

/** The name of the part, and the start time, of the request that a connection waits for. */
type PendingRequest = { name?: string; start?: number };

/** Sends mixed requests over some connections, each connection one request at a time. */
export async function runMix(
  url: string,
  mix: Mix,
  { connections, seconds }: { readonly connections: number; readonly seconds: number },
): Promise<MixResult> {
  const timesByPart = new Map<string, number[]>(mix.map(({ name }) => [name, []]));
  const errors: Record<string, number> = {};
  const countErrors = (name: string, number = 1): void => {
    if (number > 0) errors[name] = (errors[name] ?? 0) + number;
  };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 60,
    requests: [
      {
        setupRequest: (request, context: PendingRequest) => {
          const { name, createRequest } = drawPart(mix);
          const { headers = {}, ...requestParts } = createRequest();
          context.name = name;
          context.start = performance.now();
          return { ...request, ...requestParts, headers: { ...headers } };
        },
        onResponse: (status, _body, context: PendingRequest) => {
          const { name = '', start = 0 } = context;
          timesByPart.get(name)?.push(performance.now() - start);
          if (status >= 400) countErrors(`${status} ${name}`);
        },
      },
    ],
  });
  countErrors('timed out', result.timeouts);
  countErrors('connection error', result.errors - result.timeouts);
  const allTimes = [...timesByPart.values()].flat();
  return {
    connections,
    perSecond: allTimes.length / result.duration,
    p50: quantile(allTimes, 0.5),
    p95: quantile(allTimes, 0.95),
    p99: quantile(allTimes, 0.99),
    errors,
    parts: [...timesByPart].map(([name, milliseconds]) => ({ name, milliseconds })),
  };
}

/** Whether no request got a 5xx, timed out or lost its connection. */
export function isHealthy({ errors }: Pick<MixResult, 'errors'>): boolean {
  return Object.keys(errors).every((name) => name.startsWith('4'));
}
