import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import { delayFirstStatement } from '../writing/slow-statements.ts';
import { openViewsService, validView, type ViewsService } from './views-service.ts';

let views: ViewsService;

beforeAll(async () => {
  views = await openViewsService();
});
afterAll(async () => views?.service.close());

const as = 'administrator' as const;
const readSlugs = (): Promise<readonly string[]> =>
  queryColumn(views.service, 'select slug from spatial_view order by slug');

describe.each(['carried out', 'timed out'] as const)(
  'a write of a spatial view that seems lost, but is carried out before the next call is %s',
  (next) => {
    it('is answered with success', async () => {
      const delayStatement = (text: string) =>
        delayFirstStatement(views.service.stack.database, text, next);
      delayStatement('insert into spatial_view');
      const posted = await views.send('POST', '/api/spatialviews', { as, body: validView });
      expect([posted.status, await readSlugs()]).toEqual([201, ['places']]);
      const { spatialviewid } = z
        .looseObject({ spatialviewid: z.guid() })
        .parse(await posted.json());
      const path = `/api/spatialviews/${spatialviewid}`;
      delayStatement('update spatial_view');
      const body = { spatialviewid, slug: 'changed' };
      const changed = await views.send('PUT', path, { as, body });
      expect([changed.status, await readSlugs()]).toEqual([200, ['changed']]);
      delayStatement('delete from spatial_view');
      expect((await views.send('DELETE', path, { as })).status).toBe(204);
      expect(await readSlugs()).toEqual([]);
    });
  },
);
