import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { runStatement } from '../../support/sample.ts';
import { id } from '../../infra/cli/import/graphs/example.ts';
import { browserAccept } from '../pages/data-pages.ts';
import { hostileTexts, marker } from '../pages/hostile-record.ts';
import { neighbour, oldMill } from '../writing/every-write.ts';
import { millNodes } from '../writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../writing/mills.ts';
import type { TestWriter } from '../writing/writers.ts';

const { appellation, name, neighbours } = millNodes;
const path = `/resources/${oldMill}/history`;

let mills: Mills;
let reviewer: TestWriter;
let author: TestWriter;

beforeAll(async () => {
  mills = await openMills();
  ({ reviewer, author } = mills.writers);
});

beforeEach(async () => {
  await mills.reset();
  await runStatement(mills.service, 'delete from nodegroup_grant');
  await setRightsOfGuest({ history: true });
});

afterAll(async () => mills?.service.close());

const setRightsOfGuest = async (rights: { readonly history: boolean }): Promise<unknown> =>
  mills.service.stack.dataApi.write(
    setGroupDefaults('Guest', { read: true, write: false, delete: false, ...rights }),
  );

const openPage = (address = path, caller?: TestWriter): Promise<Response> =>
  caller === undefined
    ? mills.service.fetch(address, { headers: { accept: browserAccept }, redirect: 'manual' })
    : caller.sendRequest('GET', address, undefined, { accept: browserAccept });

/** The text of the page without tags, with single spaces. */
async function readText(address = path, caller?: TestWriter): Promise<string> {
  const page = await (await openPage(address, caller)).text();
  return page
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<script[\s\S]*$/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

/** Changes a value of the first tile of a nodegroup. */
async function changeValue(
  value: unknown,
  writer = reviewer,
  nodeId: string = name,
  nodegroupId: string = appellation,
): Promise<void> {
  const mill = await readRecord(writer);
  const tile = tileOf(mill, nodegroupId);
  await writer.sendRequest('PUT', recordPath, withTile(mill, withValue(tile, nodeId, value)));
}

/** Stores an edit of the first tile of a nodegroup, with the former values. */
async function storeEdit(values: unknown, type = 'tile delete', nodegroupId: string = appellation) {
  await runStatement(
    mills.service,
    `insert into edit_log (transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value)
values (gen_random_uuid(), '${oldMill}', gen_random_uuid(), '${nodegroupId}', '${type}', '${JSON.stringify(values).replaceAll("'", "''")}')`,
  );
}

describe('the page of the history of a record', () => {
  it('shows who changed which value, and the old and the new value', async () => {
    await changeValue('Second Mill');
    const response = await openPage();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await readText();
    expect(text).toMatch(
      /History of Second Mill \d+ \w+ \d{4}, \d\d:\d\d UTC ?, writing-reviewer Changed: \w+ Name Before Old Mill After Second Mill/,
    );
    expect(text).not.toContain('as on the map');
  });

  it('shows the edits of a transaction below one heading', async () => {
    const mill = await readRecord(reviewer);
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    await reviewer.sendRequest('PUT', recordPath, mill);
    const page = await (await openPage()).text();
    expect(page.match(/<h2>\s*<time/g)).toHaveLength(1);
    expect(page.match(/<h3>\s*Added: /g)).toHaveLength(mill.tiles.length);
  });

  it('of a deleted record is shown to administrators, with its name', async () => {
    await changeValue('Second Mill');
    await reviewer.sendRequest('DELETE', `/resources/${oldMill}`);
    expect((await openPage()).status).toBe(404);
    expect(await readText(path, mills.writers.administrator)).toMatch(/Record deleted Second Mill/);
  });

  it('shows resource instances by name as links, unless the reader may not see them', async () => {
    const reference = { resourceId: neighbour, ontologyProperty: '', inverseOntologyProperty: '' };
    await storeEdit({ [neighbours]: [reference] }, 'tile delete', neighbours);
    expect(await (await openPage()).text()).toMatch(
      new RegExp(`<a href="/resources/${neighbour}" dir="auto"\\s*>[^<]`),
    );
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access) values ('${neighbour}', 1, true)`,
    );
    expect(await (await openPage()).text()).toContain(`<code>${neighbour}</code>`);
  });

  it('shows no edits of nodegroups that the reader may not read', async () => {
    await changeValue('Second Mill');
    await runStatement(
      mills.service,
      `insert into nodegroup_grant (nodegroup_id, account_group_id, no_access) values ('${appellation}', 1, true)`,
    );
    const text = await readText();
    expect(text).not.toMatch(/Second Mill|Old Mill/);
    expect(text).toContain('There are no edits that you may see.');
    expect(await readText(path, reviewer)).toMatch(/Old Mill.*Second Mill/);
  });

  it('shows proposals to their author and to reviewers, and what became of them', async () => {
    await changeValue('Proposed Mill', author);
    expect(await readText()).not.toContain('Proposed Mill');
    const proposed = /writing-author Change proposed: .*Before Old Mill Proposed Proposed Mill/;
    expect(await readText(path, author)).toMatch(proposed);
    expect(await readText(path, reviewer)).toMatch(proposed);
    await changeValue('Proposed Mill');
    expect(await readText(path, reviewer)).toMatch(
      /writing-reviewer Changed: .*Before Old Mill After Proposed Mill Proposal of writing-author accepted/,
    );
    await changeValue('Rejected Mill', author);
    await changeValue('Another Mill');
    expect(await readText(path, reviewer)).toMatch(/Proposal of writing-author refused/);
    expect(await readText()).not.toContain('Rejected Mill');
  });

  it('leads to older edits, and back to the latest', async () => {
    for (const text of ['Second Mill', 'Third Mill', 'Fourth Mill']) await changeValue(text);
    const first = await (await openPage(`${path}?limit=2`)).text();
    const [, older = ''] = /href="([^"]+)">Older edits/.exec(first) ?? [];
    expect(older).toMatch(/\?cursor=\d+&amp;limit=2$/);
    const next = await (await openPage(older.replace('&amp;', '&'))).text();
    expect(next).toMatch(/Old Mill/);
    expect(next).not.toContain('Older edits');
    expect(next).toContain(`href="${path}?limit=2">Latest edits`);
  });

  it('cuts long texts, and replaces other long values by their length', async () => {
    await changeValue(`Long ${'mill '.repeat(20_000)}`);
    await changeValue(`Long ${'mill '.repeat(20_000)} with another end`);
    await storeEdit(
      { [neighbours]: Array.from({ length: 1000 }, (_, number) => ({ resourceId: id(number) })) },
      'tile delete',
      neighbours,
    );
    const response = await openPage();
    const page = await response.text();
    expect(page).toContain('mill mill …');
    expect(page).toMatch(/too long to show: [\d,]+ characters/);
    expect(page.length).toBeLessThan(100_000);
  });

  it('takes one Data API call', async () => {
    await changeValue('Second Mill');
    await openPage();
    expect(await mills.service.countCalls(() => openPage())).toBe(1);
  });

  it.each(hostileTexts.map((text) => [text.slice(0, 60), text]))(
    'runs nothing in values and names: %s',
    async (_title, text) => {
      await changeValue(text);
      await changeValue(`${text} again`);
      const page = await (await openPage()).text();
      expect(page).toContain(marker);
      expect(page.match(/<script\b[^>]*>/g)).toEqual(['<script>']);
      // Texts within quoted attributes are no attributes.
      expect(page.replaceAll(/="[^"]*"/g, '=')).not.toMatch(/<[a-z][^<>]*\son[a-z]+\s*=/i);
      expect(page).not.toMatch(/(?:href|src)="\s*javascript:/i);
    },
  );
});

describe('the page of the history for a caller without the right', () => {
  it('says how to go on, with the status of the JSON', async () => {
    await setRightsOfGuest({ history: false });
    const anonymous = await openPage();
    expect(anonymous.status).toBe(401);
    expect(await anonymous.text()).toMatch(/href="\/o\/sign-in\?next=[^"]*">Sign in/);
    const { reader } = mills.writers;
    const refusal = await openPage(path, reader);
    expect(refusal.status).toBe(403);
    expect(await refusal.text()).toContain('Ask an administrator for the right history.');
    expect((await openPage(`/resources/${id(799)}/history`, reader)).status).toBe(404);
  });
});

describe('the page of a record', () => {
  const record = `/resources/${oldMill}`;

  it('links to the history only if the reader may read it, and shows the date of the last change', async () => {
    await changeValue('Second Mill');
    expect(await (await openPage(record)).text()).toContain(`href="${path}"`);
    expect(await readText(record)).toMatch(/Last changed \d+ \w+ \d{4}/);
    await setRightsOfGuest({ history: false });
    expect(await (await openPage(record)).text()).not.toContain(path);
  });
});

describe('the latest changes of the landing page', () => {
  it('show each changed record once, latest first, to whoever may read the history', async () => {
    await changeValue('Second Mill');
    await changeValue('Third Mill');
    await reviewer.sendRequest('DELETE', `/resources/${neighbour}`);
    const text = await readText('/');
    expect(text).toMatch(/Latest changes Third Mill Changed \d+ \w+ \d{4}, \d\d:\d\d UTC/);
    expect(text.match(/Third Mill/g)).toHaveLength(1);
    await setRightsOfGuest({ history: false });
    expect(await readText('/')).not.toContain('Latest changes');
  });

  it('show no record that the reader may not see', async () => {
    await changeValue('Second Mill');
    await runStatement(
      mills.service,
      `insert into resource_grant (resource_id, account_group_id, no_access) values ('${oldMill}', 1, true)`,
    );
    expect(await readText('/')).not.toContain('Second Mill');
  });
});
