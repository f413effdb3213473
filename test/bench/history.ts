import { setGroupDefaults } from '../../infra/cli/accounts/queries/groups.ts';
import { analyzeTables } from '../../infra/cli/instance/queries/statistics.ts';
import { rawSql } from '../../lib/data-api/sql.ts';
import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import type { TestStack } from '../support/stack.ts';
import { configureFunctions } from './environment.ts';
import type { Figure } from './figure.ts';
import { connectionCount, measureWork, type LoadResult } from './load.ts';

/** The number of items in the stream: a tenth on the embedded database, because that is for smaller data. */
const itemCountOf = (kind: string): number => (kind === 'native' ? 1_000_000 : 100_000);
const itemsPerStatement = 50_000;
const pageSize = 100;

/**
 * Measures the last page of a long activity stream of the packaged service behind the emulated gateway, compared with the first page
 * and with a statement that only reads the rows. Also measures a filtered page, and answers 304 compared with answers 200.
 * @param stack with resource instances, whose activities are replaced
 */
export async function benchHistory(stack: TestStack, kind: string): Promise<readonly Figure[]> {
  configureFunctions(stack);
  const itemCount = itemCountOf(kind);
  await fillStream(stack, itemCount);
  const lastPageNumber = itemCount / pageSize;
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const measureGet = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      measureWork(
        Array.from({ length: connectionCount }, () => async () => {
          const answer = await fetch(service.url + path, { headers });
          await answer.text();
          if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}.`);
        }),
        stack,
      );
    const { headers } = await fetch(`${service.url}/history/${lastPageNumber}`);
    const firstPage = await measureGet('/history/1');
    const lastPage = await measureGet(`/history/${lastPageNumber}`);
    const notModified = await measureGet(`/history/${lastPageNumber}`, {
      'If-None-Match': headers.get('etag') ?? '',
    });
    const filtered = await measureGet(
      '/history/?type=Delete&since=2021-01-01&graph=heritage-place',
    );
    const bareStatement = await measureBareStatement(stack, itemCount);
    const subject = `GET /history/${lastPageNumber}, ${itemCount.toLocaleString('en-US')} items, ${kind}`;
    return [
      toP50Figure(subject, lastPage, '/history/1', firstPage),
      toP50Figure(subject, lastPage, 'the bare statement', bareStatement),
      toP50Figure(`${subject}, filtered`, filtered, 'the bare statement', bareStatement),
      {
        subject,
        measure: 'responses with status 304 per second',
        value: notModified.perSecond,
        unit: '/s',
        beside: { name: 'responses with status 200', value: lastPage.perSecond },
      },
      { subject, measure: 'Data API calls per request', value: lastPage.callsPerRequest, unit: '' },
    ];
  } finally {
    await service.close();
  }
}

function toP50Figure(subject: string, load: LoadResult, name: string, peer: LoadResult): Figure {
  return {
    subject,
    measure: 'p50',
    value: load.median,
    unit: 'ms',
    beside: { name, value: peer.median },
  };
}

/** Measures a statement that only reads the rows of the last page. */
async function measureBareStatement(stack: TestStack, itemCount: number): Promise<LoadResult> {
  const statement = rawSql(
    `select to_jsonb(a)::text from activity a where a.ordinal > ${itemCount - pageSize} and a.ordinal <= ${itemCount} order by a.ordinal`,
  );
  return measureWork(
    Array.from({ length: connectionCount }, () => () => stack.dataApi.read(statement)),
    stack,
  );
}

/** Replaces the stream by one activity per minute about the existing resource instances. Guest may read the stream. */
async function fillStream(stack: TestStack, itemCount: number): Promise<void> {
  await stack.owner.write(rawSql('truncate activity'));
  for (let from = 0; from < itemCount; from += itemsPerStatement) {
    await stack.owner.write(
      rawSql(`with known as materialized (
  select resource_id, graph_id, row_number() over (order by resource_id) as number, count(*) over () as count
  -- Only 100, because each item is compared with all of them.
  from (select * from resource order by resource_id limit 100) r
)
insert into activity (ordinal, activity_type, resource_id, graph_id, account_id, end_time)
select
  g,
  case when g % 1000 = 0 then 'Delete' else 'Update' end,
  k.resource_id,
  k.graph_id,
  (select min(account_id) from account),
  timestamptz '2020-01-01' + g * interval '1 minute'
from generate_series(${from + 1}, ${from + itemsPerStatement}) g
join known k on k.number = (g::bigint * 7919) % k.count + 1`),
    );
  }
  await stack.owner.write(
    rawSql(
      `update activity_counter set ordinal = ${itemCount}, end_time = timestamptz '2020-01-01' + ${itemCount} * interval '1 minute'`,
    ),
  );
  await stack.owner.write(analyzeTables());
  await stack.dataApi.write(
    setGroupDefaults('Guest', { read: true, write: false, delete: false, history: true }),
  );
}
