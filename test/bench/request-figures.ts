import type { Figure } from './figure.ts';
import { quantile } from './load.ts';

export type TimedRequest = { readonly milliseconds: number; readonly calls: number };

/**
 * Creates the figures of the times and the Data API calls of a request.
 * @param peer the requests with which the times are compared. If there are none, the times are not compared.
 */
export function toRequestFigures(
  subject: string,
  timedRequests: readonly TimedRequest[],
  peer: { readonly name: string; readonly requests: readonly TimedRequest[] },
  maxCalls: number,
): readonly Figure[] {
  const timeAt = (requests: readonly TimedRequest[], fraction: number): number =>
    quantile(
      requests.map(({ milliseconds }) => milliseconds),
      fraction,
    );
  const calls = timedRequests.reduce((sum, request) => sum + request.calls, 0);
  return [
    ...Object.entries({ p50: 0.5, p99: 0.99 }).map(([measure, part]): Figure => ({
      subject,
      measure,
      value: timeAt(timedRequests, part),
      unit: 'ms',
      ...(peer.requests.length === 0
        ? {}
        : { beside: { name: peer.name, value: timeAt(peer.requests, part) } }),
    })),
    {
      subject,
      measure: 'Data API calls per request',
      value: calls / timedRequests.length,
      unit: '',
      beside: { name: 'the most there may be', value: maxCalls },
    },
  ];
}
