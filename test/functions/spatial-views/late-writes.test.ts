import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { delayFirst } from '../writing/slow-statements.ts';
import { openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
afterAll(async () => views?.service.close());

const as = 'administrator' as const;
const slugs = (): Promise<readonly string[]> =>
  queryColumn(views.service, 'select slug from spatial_view order by slug');

describe.each(['carried out', 'timed out'] as const)(
  'a lost write of a spatial view that is carried out late, before the next call is %s',
  (next) => {
    it('is reported as stored', async () => {
      const delayStatement = (text: string) => delayFirst(views.service.stack.database, text, next);
      delayStatement('insert into spatial_view');
      const posted = await views.ask('POST', '/api/spatialviews', { as, body: validView });
      expect([posted.status, await slugs()]).toEqual([201, ['places']]);
      const { spatialviewid } = z
        .looseObject({ spatialviewid: z.guid() })
        .parse(await posted.json());
      const path = `/api/spatialviews/${spatialviewid}`;
      delayStatement('update spatial_view');
      const body = { spatialviewid, slug: 'changed' };
      const changed = await views.ask('PUT', path, { as, body });
      expect([changed.status, await slugs()]).toEqual([200, ['changed']]);
      delayStatement('delete from spatial_view');
      expect((await views.ask('DELETE', path, { as })).status).toBe(204);
      expect(await slugs()).toEqual([]);
    });
  },
);
