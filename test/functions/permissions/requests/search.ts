import type { Access } from '../../../support/world/access.ts';
import { sentinelsOf } from '../../../support/world/sentinels.ts';
import { evaluateWorldText, listReadableSentinels } from '../../../support/world/texts.ts';
import {
  listReadableTiles,
  worldLanguages,
  type World,
  type WorldResource,
} from '../../../support/world/world.ts';
import { browserAccept } from '../../pages/data-pages.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';

const forms: readonly { readonly query: string; readonly accept?: string }[] = [
  { query: '' },
  { query: '&format=results' },
  { query: '', accept: browserAccept },
];

/** GET /resources/?q=: searches for a text that a name has, and for a word that all of them have. */
const searchRequests: ChooseRequests = (world, turn) => [
  ...rotate(textsInNames(world), turn, 3).map((text, index) => searchRequest(world, text, index)),
  searchRequest(world, 'sentinel', turn),
];

function searchRequest(world: World, text: string, turn: number): WalkRequest {
  const [form = { query: '' }] = rotate(forms, turn, 1);
  return {
    path: `/resources/?q=${text}&limit=100${form.query}`,
    ...(form.accept === undefined ? {} : { headers: { accept: form.accept } }),
    expected: (access) => expectedMatches(world, access, text),
  };
}

/** Names are similar to each other, so an answer may also show other visible resource instances, after those that match. */
function expectedMatches(world: World, access: Access, text: string): ExpectedAnswer {
  const visible = world.resources.filter((resource) => access.maySee(resource.id));
  const matching = visible.filter((resource) =>
    readableNames(world, access, resource).some((sentinel) => sentinel.startsWith(text)),
  );
  const models = world.models.filter(({ graphId }) => access.mayKnowModel(graphId));
  return {
    status: 200,
    sentinels: new Set(matching.map(({ id }) => id)),
    mayShow: new Set([
      // The answer repeats it.
      text,
      ...visible.flatMap((resource) => [
        resource.id,
        ...readableNames(world, access, resource),
        ...readableCoordinates(access, resource),
      ]),
      ...models.flatMap((model) => [...sentinelsOf(model.graphId), ...sentinelsOf(model.slug)]),
    ]),
  };
}

/** The texts that names have for somebody. */
function textsInNames(world: World): readonly string[] {
  return world.resources.flatMap((resource) =>
    worldLanguages.flatMap((language) =>
      (evaluateWorldText(world, resource, 'name', language)?.sentinels ?? []).filter((sentinel) =>
        sentinel.startsWith('sentinel-'),
      ),
    ),
  );
}

function readableNames(world: World, access: Access, resource: WorldResource): readonly string[] {
  return worldLanguages.flatMap((language) =>
    listReadableSentinels(world, access, resource, 'name', language),
  );
}

/** The bounding box of a result contains some of them. */
function readableCoordinates(access: Access, resource: WorldResource): readonly string[] {
  return listReadableTiles(access, resource).flatMap(({ values }) =>
    Object.values(values).flatMap(({ features }) => sentinelsOf(features)),
  );
}

export const requests: RequestsByOperation = { 'list-resources': searchRequests };
