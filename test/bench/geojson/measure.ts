import type { NativeBenchOptions } from '../run-native-bench.ts';
import type { Figure } from '../figure.ts';
import { measureAgainstLimits } from './against-limits.ts';
import { ensurePointDatabase, ensurePolygonDatabase } from './databases.ts';
import { measureEmbedded } from './embedded.ts';
import { measureTenfold } from './million.ts';
import { measurePages } from './pages.ts';
import { pageSize } from './requests.ts';
import { measureVariants } from './variants.ts';

/** Measures GET /geojson on large data. */
export async function measureGeojson({
  server,
  features,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const tenfoldCount = features * 10;
  const describePoints = (count: number): string => `${count.toLocaleString('en-US')} points`;
  const sections: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    limits: async () =>
      measureAgainstLimits(describePoints(features), await ensurePointDatabase(server, features)),
    polygons: async () => {
      const database = await ensurePolygonDatabase(server);
      return database === undefined ? [] : measureAgainstLimits('100 MB of outlines', database);
    },
    parameters: async () =>
      measureVariants(describePoints(features), await ensurePointDatabase(server, features)),
    pages: async () =>
      measurePages(
        describePoints(tenfoldCount),
        await ensurePointDatabase(server, tenfoldCount),
        [1, 91, 1000].map((depth) => Math.min(depth, Math.floor(tenfoldCount / pageSize))),
      ),
    tenfold: async () => {
      const small = { database: await ensurePointDatabase(server, features), features };
      const large = {
        database: await ensurePointDatabase(server, tenfoldCount),
        features: tenfoldCount,
      };
      return measureTenfold(describePoints(tenfoldCount), small, large);
    },
    embedded: () => measureEmbedded(features),
  };
  const figures: Figure[] = [];
  for (const [name, section] of Object.entries(sections)) {
    if (name.includes(only)) figures.push(...(await section()));
  }
  return figures;
}
