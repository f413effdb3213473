import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  correctAfterRestore,
  type RestoreResult,
} from '../../../../infra/cli/after-restore/correct-after-restore.ts';
import { ordinalOf, page, type Item } from '../../../functions/history/streams.ts';
import { neighbour, oldMill } from '../../../functions/writing/every-write.ts';
import { millNodes } from '../../../functions/writing/mill-service.ts';
import {
  openMills,
  readRecord,
  recordPath,
  tileOf,
  withTile,
  withValue,
  type Mills,
} from '../../../functions/writing/mills.ts';
import type { TestWriter } from '../../../functions/writing/writers.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
  postForm,
} from '../../../support/accounts.ts';
import { backUpDatabase, type Backup } from '../../../support/database/backup.ts';
import { skipWithoutNativeServer } from '../../../support/has-native-server.ts';
import { queryColumn } from '../../../support/sample.ts';

const maskedType = 'https://www.w3.org/ns/activitystreams#Object';
const millPath = `/resources/${oldMill}`;

/** The headers with which a client makes conditional requests. */
type Validators = { readonly etag: string; readonly lastModified: string };

// pg_dump and databases that are renamed need a server.
describe.skipIf(skipWithoutNativeServer())('a database restored from the backup of noon', () => {
  let mills: Mills;
  let backup: Backup;

  let clientId: string;
  let result: RestoreResult;

  /** The tokens of the morning, which were revoked in the afternoon, and those of the afternoon. */
  let morningTokens: Awaited<ReturnType<typeof fetchTokens>>;
  let afternoonTokens: Awaited<ReturnType<typeof fetchTokens>>;
  let lostAccountId: number;
  /** The last ordinal of the backup, and of the lost database. */
  let backupOrdinal: number;
  let lostOrdinal: number;
  let lostItems: readonly Item[];
  let lostValidators: Validators;
  let administrator: TestWriter;
  let reviewer: TestWriter;

  beforeAll(async () => {
    mills = await openMills();
    const { service } = mills;
    ({ administrator, reviewer } = mills.writers);
    ({ clientId } = await createTestApplication(service, administrator.accountId));
    morningTokens = await fetchTokens(service, 'writing-reader', clientId);
    await renameMill('The mill in the morning');
    backupOrdinal = await readLastOrdinal();
    const [database = ''] = await queryColumn(service, 'select current_database()');
    backup = await backUpDatabase(database);

    await postForm(service, '/o/revoke_token', {
      token: morningTokens.refresh_token,
      client_id: clientId,
    });
    afternoonTokens = await fetchTokens(service, 'writing-reader', clientId);
    lostAccountId = await createTestAccount(service, 'of-the-afternoon');
    await renameMill('The mill in the afternoon');
    await renameMill('The mill in the evening');
    await administrator.sendRequest('DELETE', `/resources/${neighbour}`);
    lostOrdinal = await readLastOrdinal();
    lostItems = await readItems(reviewer);
    await wait(1100);
    lostValidators = await readValidators();

    await backup.restore();
    result = await correctDatabase(false);
    ({ administrator, reviewer } = await signInAgain());
  });

  afterAll(async () => {
    await mills?.service.close();
    await backup?.delete();
  });

  const correctDatabase = (announcesAll: boolean): Promise<RestoreResult> =>
    correctAfterRestore(
      mills.service.stack.owner,
      { publishedOrdinal: lostOrdinal, announcesAll },
      () => undefined,
    );

  /** The writers with new tokens. */
  async function signInAgain() {
    const signIn = async (username: string, { accountId }: TestWriter): Promise<TestWriter> => {
      const { access_token: token } = await fetchTokens(mills.service, username, clientId);
      const sendRequest: TestWriter['sendRequest'] = (method, target, body, headers = {}) =>
        mills.service.fetch(target, {
          method,
          headers: { ...bearerHeader(token), ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
      return {
        accountId,
        token,
        sendRequest,
        read: async (target) => (await sendRequest('GET', target)).json(),
      };
    };
    return {
      administrator: await signIn('writing-administrator', administrator),
      reviewer: await signIn('writing-reviewer', reviewer),
    };
  }

  async function renameMill(text: string, headers = {}): Promise<Response> {
    const mill = await readRecord(administrator);
    const changed = withTile(mill, withValue(tileOf(mill), millNodes.name, text));
    return administrator.sendRequest('PUT', recordPath, changed, headers);
  }

  const readLastOrdinal = async (): Promise<number> =>
    Number((await queryColumn(mills.service, 'select ordinal from activity_counter'))[0]);

  const readItems = async (caller: TestWriter): Promise<readonly Item[]> =>
    page.parse(await caller.read('/history/1')).orderedItems;

  async function readValidators(): Promise<Validators> {
    const { headers } = await administrator.sendRequest('GET', millPath);
    return {
      etag: headers.get('etag') ?? '',
      lastModified: headers.get('last-modified') ?? '',
    };
  }

  it('is corrected, and the result counts two resource instances and three masked items', () => {
    expect(result).toMatchObject({
      sessions: 0,
      resources: 2,
      restoredOrdinal: backupOrdinal,
      maskedItems: 3,
      announced: 0,
    });
  });

  it('answers 200 rather than 304 to validators that were read in the lost hours', async () => {
    // If-Modified-Since has no effect within the second of a change, so this waits for the next one.
    await wait(1100);
    const byTag = await administrator.sendRequest('GET', millPath, undefined, {
      'if-none-match': lostValidators.etag,
    });
    const byTime = await administrator.sendRequest('GET', millPath, undefined, {
      'if-modified-since': lostValidators.lastModified,
    });
    expect([byTag.status, byTime.status]).toEqual([200, 200]);
    expect(lostValidators.lastModified).not.toBe('');
  });

  it('has an item for each lost ordinal, masked for everybody', async () => {
    for (const caller of [administrator, reviewer]) {
      const items = await readItems(caller);
      expect(items.map(ordinalOf)).toEqual(lostItems.map(ordinalOf));
      expect(
        items.slice(backupOrdinal).map(({ type, object }) => `${type} ${object.type}`),
      ).toEqual([`Update ${maskedType}`, `Update ${maskedType}`, `Update ${maskedType}`]);
    }
    expect((await administrator.sendRequest('GET', `/history/item/${lostOrdinal}`)).status).toBe(
      200,
    );
  });

  it('assigns the next change an ordinal and a time after those of every lost item', async () => {
    await renameMill('The mill after the restore');
    const { orderedItems } = page
      .omit({ startIndex: true })
      .extend({ partOf: page.shape.partOf.omit({ totalItems: true }) })
      .parse(await reviewer.read(`/history/?cursor=${lostOrdinal}`));
    expect(orderedItems.map((item) => [ordinalOf(item), item.type])).toEqual([
      [lostOrdinal + 1, 'Update'],
    ]);
    expect(orderedItems[0]?.endTime.localeCompare(lostItems.at(-1)?.endTime ?? '')).toBe(1);
  });

  it('answers 412 to If-Match with a lost ETag, even after as many changes as were lost', async () => {
    await renameMill('The mill a day later');
    const answer = await renameMill('From the lost version', { 'if-match': lostValidators.etag });
    expect(answer.status).toBe(412);
    expect(
      (await renameMill('From this version', { 'if-match': (await readValidators()).etag })).status,
    ).toBe(200);
  });

  it('accepts no token from before the restore, whether revoked or lost', async () => {
    for (const { access_token: access, refresh_token: refresh } of [
      morningTokens,
      afternoonTokens,
    ]) {
      const read = await mills.service.fetch(millPath, { headers: bearerHeader(access) });
      const renewed = await postForm(mills.service, '/o/token', {
        grant_type: 'refresh_token',
        refresh_token: refresh,
        client_id: clientId,
      });
      expect([read.status, renewed.status]).toEqual([401, 400]);
    }
  });

  it('never reuses the id of a lost account for a new account', async () => {
    expect(await createTestAccount(mills.service, 'after-the-restore')).toBeGreaterThan(
      lostAccountId,
    );
  });

  it('gets no further masked items when corrected again, and announces every resource on request', async () => {
    const before = await readLastOrdinal();
    expect(await correctDatabase(true)).toMatchObject({ maskedItems: 0, announced: 2 });
    ({ administrator, reviewer } = await signInAgain());
    const announced = (await readItems(reviewer)).slice(before);
    expect(announced.map(({ type, object }) => `${type} ${object.id.split('/').at(-1)}`)).toEqual([
      `Update ${oldMill}`,
      `Update ${neighbour}`,
    ]);
  });
});
