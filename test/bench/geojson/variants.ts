import type { Figure } from '../figure.ts';
import { fetchAnswer } from './client.ts';
import { allFeatures, pageSize } from './requests.ts';
import { measureMediansInTurn } from './rounds.ts';
import { withBenchService } from './stack.ts';

const rounds = 5;

/** Boxes that cover a thousandth and a quarter of the world. */
const boxes = { small: '0,0,12,5', large: '0,0,180,85' };

/** Measures answers with parameters, each compared with the answer without the parameter. */
export async function measureVariants(
  subject: string,
  database: string,
): Promise<readonly Figure[]> {
  return withBenchService(database, async ({ url }) => {
    const measureAnswer = async (query = '', headers = {}): Promise<number> =>
      (await fetchAnswer(`${url}${allFeatures}${query}`, { headers })).time;
    const page = `&limit=${pageSize}`;
    const gzip = { 'accept-encoding': 'gzip' };
    const median = await measureMediansInTurn(rounds, {
      whole: () => measureAnswer(),
      names: () => measureAnswer('&include_primary_name'),
      displayValues: () => measureAnswer('&use_display_values'),
      gzip: () => measureAnswer('', gzip),
      geojsonSequence: () => measureAnswer('&format=geojsonseq'),
      smallBox: () => measureAnswer(`&bbox=${boxes.small}`),
      largeBox: () => measureAnswer(`&bbox=${boxes.large}`),
      page: () => measureAnswer(page),
      pageWithCount: () => measureAnswer(`${page}&count=exact`),
    });
    const { bytes } = await fetchAnswer(url + allFeatures, { headers: gzip });
    const toFigure = (
      measure: string,
      name: Parameters<typeof median>[0],
      peer: Parameters<typeof median>[0] = 'whole',
    ): Figure => ({
      subject,
      measure,
      value: median(name),
      unit: 'ms',
      beside: { name: peer === 'whole' ? 'whole' : 'a page', value: median(peer) },
    });
    return [
      { ...toFigure('include_primary_name', 'names'), goal: 1.15 },
      { ...toFigure('use_display_values', 'displayValues'), goal: 1.5 },
      toFigure('geojsonseq', 'geojsonSequence'),
      toFigure('compressed', 'gzip'),
      { subject, measure: 'size, compressed', value: bytes / 1e6, unit: 'MB' },
      toFigure('bbox, a thousandth', 'smallBox'),
      toFigure('bbox, a quarter', 'largeBox'),
      toFigure('a page with count=exact', 'pageWithCount', 'page'),
    ];
  });
}
