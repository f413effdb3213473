import { nilUuid } from '../../../../lib/model/ids.ts';
import { accessIn, type World } from '../../../support/world/world.ts';
import {
  rotate,
  type ChooseRequests,
  type ExpectedAnswer,
  type RequestsByOperation,
  type WalkRequest,
} from '../walk-request.ts';

/** GET /sitemap.xml: every caller gets what Guest may see. */
const sitemapRequests: ChooseRequests = (world, turn) => [
  { path: '/sitemap.xml', ignoresToken: true, expected: () => expectedIndex },
  partRequest(world, nilUuid),
  ...rotate(world.resources, turn, 1).map(({ id }) => partRequest(world, id)),
];

/** A world has less than a part has, so the index names only the first part. */
const expectedIndex: ExpectedAnswer = { status: 200, sentinels: new Set() };

function partRequest(world: World, after: string): WalkRequest {
  return {
    path: `/sitemap.xml?after=${after}`,
    ignoresToken: true,
    expected: () => {
      const guest = accessIn(world, null);
      const ids = world.resources
        .map(({ id }) => id)
        .filter((id) => id > after && guest.maySee(id));
      return {
        status: ids.length > 0 || after === nilUuid ? 200 : 404,
        sentinels: new Set(ids),
      };
    },
  };
}

export const requests: RequestsByOperation = { 'get-sitemap': sitemapRequests };
