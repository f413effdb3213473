import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import { listReadableSentinels } from '../../../support/world/texts.ts';
import { listReadableTiles, worldLanguages, type World } from '../../../support/world/world.ts';
import {
  rotate,
  type ChooseRequests,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';
import { nodeSentinels } from './node.ts';

/** GET /search/suggest: suggests something of what the caller may see, so only what else it shows is wrong. */
const suggestRequests: ChooseRequests = (world, turn) => {
  const texts = world.resources.flatMap(({ tiles }) =>
    tiles.flatMap(({ values }) =>
      sentinelsOf(values).filter((text) => text.startsWith('sentinel')),
    ),
  );
  const words = ['sentinel', ...rotate([...new Set(texts)], turn, 2)];
  return words.map((text): WalkRequest => ({
    path: `/search/suggest?q=${text}`,
    expected: (access) => ({
      status: 200,
      sentinels: new Set(),
      mayShow: readable(world, access),
    }),
  }));
};

/** What the caller may know of names, texts, places and models, and of the thesaurus. */
function readable(world: World, access: Access): ReadonlySet<string> {
  const visible = world.resources.filter(({ id }) => access.maySee(id));
  const models = world.models.filter(({ graphId }) => access.mayKnowModel(graphId));
  const nodegroups = models
    .flatMap((model) => model.nodegroups)
    .filter(({ id }) => access.mayRead(id));
  return new Set([
    ...visible.flatMap((resource) => [
      resource.id,
      ...worldLanguages.flatMap((language) =>
        listReadableSentinels(world, access, resource, 'name', language),
      ),
      ...listReadableTiles(access, resource).flatMap(({ values }) => sentinelsOf(values)),
    ]),
    ...models.flatMap(({ graphId, slug }) => sentinelsOf([graphId, slug])),
    ...nodegroups.flatMap((nodegroup) =>
      nodegroup.nodes.flatMap((node) => nodeSentinels(world, access, nodegroup, node)),
    ),
    ...(access.mayReadThesaurus ? sentinelsOf(world.thesaurus) : []),
  ]);
}

export const requests: RequestsByOperation = { suggest: suggestRequests };
