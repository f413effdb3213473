import type { MapTilePosition } from '../../../lib/model/map-tiles/map-tile-position.ts';
import type { Figure } from '../figure.ts';
import { fetchAnswer } from '../geojson/client.ts';
import { measureMediansInTurn } from '../geojson/rounds.ts';
import { withBenchService } from '../geojson/stack.ts';
import type { StatementTimer } from './statement-time.ts';

const rounds = 11;

/** Milliseconds of a tile of 5,000 features. */
const goal = 150;

/** The largest time of a 304 compared with its 200, for tiles of at least these bytes: those of small tiles take as long as any request. */
const unchangedGoal = 0.5;
const largeMapTileBytes = 200_000;

/** The largest time of any tile compared with a tile of zoom 14 with 5,000 features. */
const townGoal = 2;

export type MapTileSubject = {
  readonly subject: string;
  /** The URL of a native database, or the data folder of an embedded one. */
  readonly database: string | { readonly folder: string };
  readonly tiles: Readonly<Record<string, MapTilePosition>>;
  /** The milliseconds of a tile of zoom 14 with 5,000 features, if that is measured already. */
  readonly townMapTile?: number | undefined;
  /** Measures statements alone. */
  readonly timer?: StatementTimer;
};

/** Measures tiles, with a body and unchanged, behind the emulated gateway, and their statements. */
export async function measureMapTiles(options: MapTileSubject): Promise<readonly Figure[]> {
  return withBenchService(options.database, async ({ url }) => {
    const figures: Figure[] = [];
    for (const [name, position] of Object.entries(options.tiles)) {
      figures.push(...(await measureMapTile(url, name, position, options)));
    }
    return figures;
  });
}

async function measureMapTile(
  serviceUrl: string,
  name: string,
  position: MapTilePosition,
  { subject, townMapTile, timer }: MapTileSubject,
): Promise<readonly Figure[]> {
  const { zoom, row, column } = position;
  const url = `${serviceUrl}/ogc/tiles/WebMercatorQuad/${zoom}/${row}/${column}`;
  const { etag = '', bytes } = await fetchAnswer(url);
  const unchanged = { headers: { 'if-none-match': etag }, status: 304 };
  const median = await measureMediansInTurn<string>(rounds, {
    whole: async () => (await fetchAnswer(url)).time,
    unchanged: async () => (await fetchAnswer(url, unchanged)).time,
    ...(timer === undefined
      ? {}
      : {
          statement: () => timer.own(position),
          mapTileServer: () => timer.mapTileServer(position),
        }),
  });
  const whole: Figure = { subject, measure: name, value: median('whole'), unit: 'ms', goal };
  return [
    whole,
    ...(townMapTile === undefined
      ? []
      : [{ ...whole, beside: { name: 'zoom 14', value: townMapTile }, goal: townGoal }]),
    {
      subject,
      measure: `${name}, 304`,
      value: median('unchanged'),
      unit: 'ms',
      beside: { name: '200', value: whole.value },
      ...(bytes < largeMapTileBytes ? {} : { goal: unchangedGoal }),
    },
    ...(timer === undefined
      ? []
      : [
          {
            subject,
            measure: `${name}, statement`,
            value: median('statement'),
            unit: 'ms',
            beside: { name: 'ST_AsMVT of all', value: median('mapTileServer') },
          },
        ]),
    { subject, measure: `${name}, size`, value: bytes / 1000, unit: 'KB' },
  ];
}
