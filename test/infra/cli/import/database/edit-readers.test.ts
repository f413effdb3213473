import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { setGroupDefaults } from '../../../../../infra/cli/accounts/queries/groups.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { browserAccept } from '../../../../functions/pages/data-pages.ts';
import { createWriters, type TestWriters } from '../../../../functions/writing/writers.ts';
import { onceIn, pickOne, type Draw } from '../../../../support/random/draw.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestService, type TestService } from '../../../../support/service.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { importSourceEditValues } from './importing-database.ts';
import { addSourceEdits, photos, textValue } from './source-edits.ts';

const folder = findTestData('arches76-dump');
const { resourceId, anotherResourceId, title, reference, descriptionNode, description } = photos;
const deletedId = '0e000000-0000-4000-8000-000000000001';
const removed = '0e000000-0000-4000-8000-000000000002';

const readers = ['nobody', 'author', 'anotherAuthor', 'reviewer', 'administrator'] as const;
type Reader = (typeof readers)[number];

/** The nodes of which the log has values, with their nodegroups; the last is no longer in the model. */
const nodegroupOfNode: Readonly<Record<string, string>> = {
  [title]: title,
  [reference]: reference,
  [descriptionNode]: description,
  [removed]: removed,
};

/** What the readers may read in the test: all read titles, and nobody but administrators a removed nodegroup. */
const readable: Readonly<Record<Reader, readonly string[]>> = {
  nobody: [title],
  author: [title, reference],
  anotherAuthor: [title, description],
  reviewer: [title, description],
  administrator: [title, reference, description, removed],
};

type Secret = { readonly marker: string; readonly node: string };

/** A random edit, with the texts in it. */
type RandomEdit = {
  readonly resource: string;
  readonly type: string;
  readonly nodegroup: string;
  readonly year: number;
  readonly isText: boolean;
  /** The texts in the values, and those in a proposal. */
  readonly values: readonly Secret[];
  readonly proposed: readonly Secret[];
  readonly proposer: 'author' | 'anotherAuthor' | null;
};

let markers = 0;

function drawSecrets(draw: Draw): readonly Secret[] {
  return Object.keys(nodegroupOfNode)
    .filter(() => onceIn(draw, 2))
    .map((node) => ({ node, marker: `secret-${(markers += 1)}.` }));
}

function drawEdit(draw: Draw): RandomEdit {
  const isProposal = onceIn(draw, 3);
  return {
    resource: pickOne(draw, [resourceId, resourceId, anotherResourceId, deletedId]),
    type: pickOne(draw, [
      'create',
      'tile create',
      'tile edit',
      'tile delete',
      'bulk_update',
      'odd',
    ]),
    nodegroup: pickOne(draw, [title, title, reference, description, removed]),
    year: pickOne(draw, [2010, 2011, 2013, 2014]),
    isText: onceIn(draw, 6),
    values: drawSecrets(draw),
    proposed: isProposal ? drawSecrets(draw) : [],
    proposer: pickOne(draw, ['author', 'anotherAuthor', null]),
  };
}

const toData = (secrets: readonly Secret[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(secrets.map(({ node, marker }) => [node, textValue(marker)]));

/** The year in which the first resource instance was deleted in the source. It was created again with its id. */
const deletionYear = 2012;

/** The texts that a reader may see of an edit, by the rules as docs/importing-databases.md states them. */
function visibleTexts(edit: RandomEdit, reader: Reader): readonly string[] {
  const { resource, year, type, nodegroup, isText, values, proposed, proposer } = edit;
  if (reader === 'administrator') return [...values, ...proposed].map(({ marker }) => marker);
  if (resource === deletedId || (resource === resourceId && year < deletionYear)) return [];
  const isCreation = type === 'create';
  if (!isCreation && !readable[reader].includes(nodegroup)) return [];
  const reads = ({ node }: Secret): boolean =>
    readable[reader].includes(nodegroupOfNode[node] ?? '');
  const seesProposal = reader === 'reviewer' || reader === proposer;
  return [
    // A creation shows its values only to administrators.
    ...(isText || isCreation ? [] : values.filter(reads)),
    ...(seesProposal ? proposed.filter(reads) : []),
  ].map(({ marker }) => marker);
}

describe.skipIf(folder === undefined)('the readers of an imported edit log', () => {
  let source: SourceDatabase;
  let service: TestService;
  let writers: TestWriters;

  beforeAll(async () => {
    source = await openSampledSource();
    service = await openTestService('some_of_dump');
    writers = await createWriters(service);
    const { dataApi, owner } = service.stack;
    await dataApi.write(
      setGroupDefaults('Guest', { read: false, write: false, delete: false, history: true }),
    );
    const grants = (['author', 'anotherAuthor', 'reviewer'] as const).flatMap((reader) =>
      [reference, description]
        .filter((nodegroup) => !readable[reader].includes(nodegroup))
        .map((nodegroup) => `('${nodegroup}', ${writers[reader].accountId}, null, false, true)`),
    );
    await owner.write(rawSql('delete from nodegroup_grant'));
    await owner.write(
      rawSql(`insert into nodegroup_grant (nodegroup_id, account_id, account_group_id, can_read, no_access)
values ('${title}', null, 1, true, false), ${grants.join(', ')}`),
    );
    await source.run('delete from edit_log');
  });

  afterAll(async () => {
    await service?.close();
    await source?.drop();
  });

  const open = async (path: string, reader: Reader, accept: string) =>
    reader === 'nobody'
      ? service.fetch(path, { headers: { accept } })
      : writers[reader].sendRequest('GET', path, undefined, { accept });

  /** All texts of the test in all pages of a history. */
  async function readTexts(id: string, reader: Reader, accept: string): Promise<readonly string[]> {
    const texts = new Set<string>();
    let path: string | undefined = `/resources/${id}/history?limit=100`;
    while (path !== undefined) {
      const answer = await (await open(path, reader, accept)).text();
      for (const [marker] of answer.matchAll(/secret-\d+\./g)) texts.add(marker);
      const next: string | undefined =
        accept === browserAccept
          ? /href="([^"]+)">Older edits/.exec(answer)?.[1]?.replaceAll('&amp;', '&')
          : (z.object({ next: z.string().nullish() }).parse(JSON.parse(answer)).next ?? undefined);
      path = next === undefined ? undefined : next.replace(/^https?:\/\/[^/]+/, '');
    }
    return [...texts].toSorted();
  }

  const toRow = (edit: RandomEdit) => {
    const values = toData(edit.values);
    const value = edit.isText ? `{'values': ${JSON.stringify(values)}}` : values;
    const isCreation = edit.type === 'tile create' || edit.type === 'create';
    return {
      resourceinstanceid: edit.resource,
      nodegroupid: edit.nodegroup,
      tileinstanceid:
        edit.type === 'create'
          ? null
          : `0e${String(markers).padStart(6, '0')}-0000-4000-8000-${String(edit.values.length + edit.year).padStart(12, '0')}`,
      edittype: edit.type,
      timestamp: `${edit.year}-05-04T12:00:00Z`,
      oldvalue: isCreation ? null : value,
      newvalue: isCreation ? value : null,
      ...(edit.proposed.length === 0
        ? {}
        : {
            newprovisionalvalue: toData(edit.proposed),
            provisional_edittype: 'add edit',
            provisional_userid:
              edit.proposer === null ? null : String(writers[edit.proposer].accountId),
          }),
    };
  };

  it('see exactly the texts of the nodegroups and proposals that they may read, on the page and in the JSON', async () => {
    const edits = fc.sample(fc.gen(), { numRuns: triesAllCases ? 600 : 150 }).map(drawEdit);
    await addSourceEdits(source, edits.map(toRow));
    await addSourceEdits(source, [
      {
        resourceinstanceid: resourceId,
        edittype: 'delete',
        tileinstanceid: null,
        nodegroupid: null,
        timestamp: `${deletionYear}-05-04T12:00:00Z`,
      },
    ]);
    await importSourceEditValues(source.url, service.stack.dataApi);
    for (const reader of readers) {
      for (const id of [resourceId, anotherResourceId, deletedId]) {
        const expected = edits
          .filter(({ resource }) => resource === id)
          .flatMap((edit) => visibleTexts(edit, reader))
          .toSorted();
        expect(await readTexts(id, reader, 'application/json'), `${reader} ${id}`).toEqual(
          expected,
        );
        const shown = await readTexts(id, reader, browserAccept);
        expect(
          shown.filter((text) => !expected.includes(text)),
          `${reader} ${id}`,
        ).toEqual([]);
      }
    }
  });
});
