import type { JsonObject } from '../../../../lib/model/graphs/types.ts';
import type { ModelDefinition } from '../model/definition.ts';
import { placeNodes, type PlacedNode } from '../model/placed-nodes.ts';
import { sampleId, UnknownSampleKey } from '../sample-id.ts';

/** A tile that is to be: its nodegroup, its values by node key, and the tiles below it. */
export type TileDraft = {
  readonly group: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly below?: readonly TileDraft[];
};

/** A resource instance as business data files hold it. */
export type SampleResource = {
  readonly resourceinstance: JsonObject;
  readonly tiles: readonly JsonObject[];
};

/** The id of a resource instance of the sample. */
export function resourceId(model: string, key: string): string {
  return sampleId('resource', model, key);
}

/**
 * Writes a resource instance with its tiles; nodes of a nodegroup without a value are null.
 * @param key names the resource instance among those of its model
 * @throws UnknownSampleKey where a draft names a nodegroup that is not in the model, or a node that
 * holds no values in that nodegroup
 */
export function resourceRecord(
  model: ModelDefinition,
  key: string,
  drafts: readonly TileDraft[],
): SampleResource {
  const id = resourceId(model.slug, key);
  const nodes = placeNodes(model);
  return {
    resourceinstance: {
      resourceinstanceid: id,
      graph_id: sampleId('graph', model.slug),
      legacyid: `${model.slug}/${key}`,
    },
    tiles: tilesOf(drafts, null),
  };

  function tilesOf(siblings: readonly TileDraft[], parent: string | null): readonly JsonObject[] {
    const counts = new Map<string, number>();
    return siblings.flatMap((draft) => {
      const sortOrder = counts.get(draft.group) ?? 0;
      counts.set(draft.group, sortOrder + 1);
      const members = nodesOfGroup(nodes, draft.group);
      const tileId = sampleId('tile', parent ?? id, draft.group, String(sortOrder));
      const tile = {
        tileid: tileId,
        resourceinstance_id: id,
        nodegroup_id: members.nodegroupId,
        parenttile_id: parent,
        sortorder: sortOrder,
        data: tileData(members.nodes, draft.values ?? {}),
        provisionaledits: null,
      };
      return [tile, ...tilesOf(draft.below ?? [], tileId)];
    });
  }
}

type GroupNodes = { readonly nodegroupId: string; readonly nodes: readonly PlacedNode[] };

function nodesOfGroup(nodes: readonly PlacedNode[], group: string): GroupNodes {
  const collector = nodes.find(({ definition }) => definition.key === group);
  if (collector?.definition.group === undefined) throw new UnknownSampleKey('nodegroup', group);
  const { nodegroupId } = collector;
  return { nodegroupId, nodes: nodes.filter((node) => node.nodegroupId === nodegroupId) };
}

function tileData(
  nodes: readonly PlacedNode[],
  values: Readonly<Record<string, unknown>>,
): JsonObject {
  const holders = nodes.filter(
    ({ definition }) => definition.datatype !== undefined && definition.datatype !== 'semantic',
  );
  const keys = new Set(holders.map(({ definition }) => definition.key));
  const stray = Object.keys(values).find((key) => !keys.has(key));
  if (stray !== undefined) throw new UnknownSampleKey('node with values', stray);
  return Object.fromEntries(
    holders.map(({ nodeId, definition }) => [nodeId, values[definition.key] ?? null]),
  );
}
