import type { Figure } from '../figure.ts';
import { fetchAnswer } from './client.ts';
import { allFeatures, pageSize } from './requests.ts';
import { mediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 5;

/** Boxes of a thousandth and of a quarter of the world, full of points. */
const boxes = { small: '0,0,12,5', large: '0,0,180,85' };

/** Measures the cost of parameters compared with an answer without them. */
export async function variants(subject: string, database: string): Promise<readonly Figure[]> {
  return withBenchService(database, async ({ url }) => {
    const whole = async (query = '', headers = {}): Promise<number> =>
      (await fetchAnswer(`${url}${allFeatures}${query}`, { headers })).time;
    const page = `&limit=${pageSize}`;
    const gzip = { 'accept-encoding': 'gzip' };
    const median = await mediansInTurn(rounds, {
      plain: () => whole(),
      names: () => whole('&include_primary_name'),
      words: () => whole('&use_display_values'),
      gzip: () => whole('', gzip),
      lines: () => whole('&format=geojsonseq'),
      small: () => whole(`&bbox=${boxes.small}`),
      large: () => whole(`&bbox=${boxes.large}`),
      page: () => whole(page),
      counted: () => whole(`${page}&count=exact`),
    });
    const { bytes } = await fetchAnswer(url + allFeatures, { headers: gzip });
    const beside = (
      measure: string,
      name: Parameters<typeof median>[0],
      peer: Parameters<typeof median>[0] = 'plain',
    ): Figure => ({
      subject,
      measure,
      value: median(name),
      unit: 'ms',
      beside: { name: peer === 'plain' ? 'whole' : 'a page', value: median(peer) },
    });
    return [
      { ...beside('include_primary_name', 'names'), goal: 1.15 },
      { ...beside('use_display_values', 'words'), goal: 1.5 },
      beside('geojsonseq', 'lines'),
      beside('compressed', 'gzip'),
      { subject, measure: 'size, compressed', value: bytes / 1e6, unit: 'MB' },
      beside('bbox, a thousandth', 'small'),
      beside('bbox, a quarter', 'large'),
      beside('a page with count=exact', 'counted', 'page'),
    ];
  });
}
