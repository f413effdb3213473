import { it } from 'vitest';
import { openTestService } from '../../support/service.ts';
import { column, run } from '../../support/sample.ts';

it('times', async () => {
  const service = await openTestService('v5demo' as never);
  await service.open();
  const rows = await column(service, `select graph_id::text || ' ' || count(*)::text from resource group by graph_id order by count(*) desc limit 3`);
  const out: string[] = [rows.join(' | ')];
  const [graph] = (rows[0] ?? '').split(' ');
  for (const limit of [1, 100, 1000, 1000]) {
    const at = performance.now();
    const calls = await service.callsOf(async () => {
      const r = await service.get(`/resources?graph_uuid=${graph}&format=arches-json&limit=${limit}`);
      const t = await r.text();
      out.push(`limit ${limit}: ${r.status} ${t.length} bytes ${(performance.now() - at).toFixed(0)} ms`);
    });
    out.push(`calls ${calls}`);
  }
  throw new Error(out.join('\n'));
});
