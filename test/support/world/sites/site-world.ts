import fc from 'fast-check';

import { importConcepts } from '../../../../infra/cli/import/concepts/import-concepts.ts';
import { importGraphs } from '../../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../../infra/cli/import/resources/import-resources.ts';
import type { Session } from '../../../../infra/local/database/database.ts';
import {
  boolean,
  int,
  json,
  sql,
  text,
  uuid,
  type Statement,
} from '../../../../lib/data-api/sql.ts';
import { integerBetween, repeat, type Draw } from '../../random/draw.ts';
import { id } from '../../../infra/cli/import/graphs/example.ts';
import { openTestService, type TestService } from '../../service.ts';
import { withJsonFile, withTextFile } from '../../temporary-file.ts';
import { readerGroup } from '../reader-group.ts';
import {
  siteGraphDocument,
  siteGraphs,
  siteNodegroups,
  siteNodes,
  siteThesaurus,
} from './site-model.ts';
import { drawSiteData, type ReferenceTargets } from './site-values.ts';

/** A spatial view to store. */
export type NewView = {
  readonly id: string;
  readonly slug: string;
  readonly schema?: string;
  readonly description?: string;
  readonly geometryNode?: string;
  readonly language?: string;
  readonly isActive?: boolean;
  readonly isMixed?: boolean;
  readonly attributes: readonly { readonly nodeid: string; readonly description: string }[];
  readonly srid?: number;
};

export function viewAttributes(...nodeIds: readonly string[]): NewView['attributes'] {
  return nodeIds.map((nodeid) => ({ nodeid, description: `what ${nodeid} says` }));
}

export function insertTestView(view: NewView): Statement {
  return sql`insert into spatial_view (
  spatial_view_id, slug, schema_name, description, geometry_node_id, language_id, is_active, is_mixed_geometry_types, attribute_nodes, srid
)
values (
  ${uuid(view.id)},
  ${text(view.slug)},
  ${text(view.schema ?? 'public')},
  ${text(view.description ?? 'A layer of a test')},
  ${uuid(view.geometryNode ?? siteNodes.geometry)},
  ${text(view.language ?? 'en')},
  ${boolean(view.isActive ?? true)},
  ${boolean(view.isMixed ?? false)},
  ${json(view.attributes)},
  ${int(view.srid ?? 3857)}
)`;
}

/** The service with sites and keepers, which readers of spatial views are not allowed to see yet. */
export type SiteWorld = {
  readonly service: TestService;
  readonly draw: Draw;
  readonly targets: ReferenceTargets;
  /** Runs work in a session of the owner of the database, or of its reader. */
  readonly withSession: <T>(
    role: 'owner' | 'reader',
    work: (session: Session) => Promise<T>,
  ) => Promise<T>;
  /** Sets whether the group of the readers can read nodegroups by default; true if called without an argument. */
  readonly openToReaders: (mayRead?: boolean) => Promise<void>;
};

const siteCount = 24;
const keeperCount = 4;
const createSiteId = (number: number): string => id(6000 + number);
const createKeeperId = (number: number): string => id(6500 + number);
const createTileId = (number: number): string => id(7000 + number);

/** Opens the service with both models and their records, the same for each seed. */
export async function openSiteWorld(): Promise<SiteWorld> {
  const draw = createEvenDraw();
  const service = await openTestService();
  await withJsonFile(siteGraphDocument, (file) => importGraphs([file], service.importContext));
  await withTextFile('thesaurus.xml', siteThesaurus, (file) =>
    importConcepts([file], service.importContext),
  );
  const { resources, targets } = drawRecords(draw);
  await withJsonFile({ business_data: { resources } }, (file) =>
    importResources([file], service.importContext),
  );
  return {
    service,
    draw,
    targets,
    withSession: async (role, work) => {
      const session = await service.stack.database.borrowSession(role);
      try {
        return await work(session);
      } finally {
        await session.release();
      }
    },
    openToReaders: async (mayRead = true) => {
      await service.stack.dataApi.write(
        sql`update account_group set can_read = ${boolean(mayRead)} where name = ${text(readerGroup)}`,
      );
    },
  };
}

/** Creates a source that draws all values equally often. By default, fast-check prefers small numbers, and so the first items of a list. */
function createEvenDraw(): Draw {
  const [draw] = fc.sample(fc.gen(), 1);
  if (draw === undefined) throw new Error('fast-check drew no sample.');
  const evenly = <Value, Parameters extends unknown[]>(
    create: (...parameters: Parameters) => fc.Arbitrary<Value>,
    ...parameters: Parameters
  ): Value => draw(() => fc.noBias(create(...parameters)));
  return Object.assign(evenly, { values: () => draw.values() });
}

type Tile = {
  readonly tileid: string;
  readonly nodegroup_id: string;
  readonly parenttile_id: string | null;
  readonly sortorder: number;
  readonly data: Readonly<Record<string, unknown>>;
};

function drawRecords(draw: Draw) {
  const siteIds = repeat(siteCount, createSiteId);
  const keeperIds = repeat(keeperCount, createKeeperId);
  let lastNumber = 0;
  // The order of the ids is not the order in which the tiles are created.
  const nextTileId = (): string => createTileId(((lastNumber += 1) * 7919) % 9973);
  const nameTileIds = new Map(
    siteIds.map((siteId) => [siteId, repeat(integerBetween(draw, 0, 2), nextTileId)] as const),
  );
  const targets: ReferenceTargets = {
    sites: siteIds,
    keepers: keeperIds,
    namedTiles: [...nameTileIds.values()].flat(),
  };
  const drawTile = (
    nodegroupId: string,
    tileid = nextTileId(),
    parentTileId: string | null = null,
  ): Tile => ({
    tileid,
    nodegroup_id: nodegroupId,
    parenttile_id: parentTileId,
    sortorder: integerBetween(draw, 0, 2),
    data: drawSiteData(draw, nodegroupId, targets),
  });
  const drawTiles = (
    nodegroupId: string,
    maxCount: number,
    parentTileId: string | null = null,
  ): readonly Tile[] =>
    repeat(integerBetween(draw, 0, maxCount), () =>
      drawTile(nodegroupId, nextTileId(), parentTileId),
    );
  const drawSiteTiles = (siteId: string): readonly Tile[] => {
    const places = drawTiles(siteNodegroups.places, 2);
    return [
      ...(nameTileIds.get(siteId) ?? []).map((tileid) => drawTile(siteNodegroups.names, tileid)),
      ...drawTiles(siteNodegroups.facts, 1),
      ...places,
      ...places.flatMap(({ tileid }) => drawTiles(siteNodegroups.parts, 2, tileid)),
      ...drawTiles(siteNodegroups.links, 2),
      ...drawTiles(siteNodegroups.secrets, 1),
    ];
  };
  const createRecord = (resourceId: string, graphId: string, tiles: readonly Tile[]) => ({
    resourceinstance: { resourceinstanceid: resourceId, graph_id: graphId, legacyid: null },
    tiles,
  });
  return {
    targets,
    resources: [
      ...siteIds.map((siteId) => createRecord(siteId, siteGraphs.site, drawSiteTiles(siteId))),
      ...keeperIds.map((keeperId) =>
        createRecord(keeperId, siteGraphs.keeper, [drawTile(siteNodegroups.keeper)]),
      ),
    ],
  };
}
