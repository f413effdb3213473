import type { NativeBenchOptions } from '../run-native-bench.ts';
import type { Figure } from '../figure.ts';
import { againstLimits } from './against-limits.ts';
import { pointDatabase, polygonDatabase } from './databases.ts';
import { embedded } from './embedded.ts';
import { tenfold } from './million.ts';
import { measurePages } from './pages.ts';
import { pageSize } from './requests.ts';
import { variants } from './variants.ts';

/** Measures GET /geojson on large data. */
export async function measureGeojson({
  server,
  features,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const many = features * 10;
  const points = (count: number): string => `${count.toLocaleString('en-US')} points`;
  const sections: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
    limits: async () => againstLimits(points(features), await pointDatabase(server, features)),
    polygons: async () => {
      const database = await polygonDatabase(server);
      return database === undefined ? [] : againstLimits('100 MB of outlines', database);
    },
    parameters: async () => variants(points(features), await pointDatabase(server, features)),
    pages: async () =>
      measurePages(
        points(many),
        await pointDatabase(server, many),
        [1, 91, 1000].map((depth) => Math.min(depth, Math.floor(many / pageSize))),
      ),
    tenfold: async () => {
      const small = { database: await pointDatabase(server, features), features };
      const large = { database: await pointDatabase(server, many), features: many };
      return tenfold(points(many), small, large);
    },
    embedded: () => embedded(features),
  };
  const figures: Figure[] = [];
  for (const [name, section] of Object.entries(sections)) {
    if (name.includes(only)) figures.push(...(await section()));
  }
  return figures;
}
