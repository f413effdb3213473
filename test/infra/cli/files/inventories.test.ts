import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';

import { openTestBucket, openTestFolder, type TestFileStore } from './stores.ts';

const folder = await openTestFolder();
const bucket = await openTestBucket();

afterAll(async () => {
  await folder.close();
  await bucket?.close();
});

const listKeys = async ({ inventory }: TestFileStore, prefix: string) =>
  (await Array.fromAsync(inventory.list(prefix)))
    .flat()
    .map(({ key }) => key)
    .toSorted();

const textOf = async ({ store }: TestFileStore, key: string) =>
  (await (await store.read(key))?.toArray())?.join('');

const stores = [
  ['a folder', folder],
  ['a bucket of moto that keeps versions (skipped without moto)', bucket],
] as const;

describe.each(stores)('the inventory of %s', (_name, opened) => {
  const kept = opened ?? folder;

  it.skipIf(opened === undefined)(
    'lists what is below a folder, finds sizes, and removes single objects',
    async () => {
      await kept.store.putText('files/a', 'four');
      await kept.store.putText('files/b', '');
      await kept.store.putText('derived/a/page.jpg', 'page');
      await kept.store.putText('pending/c', 'c');
      expect(await listKeys(kept, 'files/')).toEqual(['files/a', 'files/b']);
      expect(await listKeys(kept, 'derived/')).toEqual(['derived/a/page.jpg']);
      expect(await listKeys(kept, 'nothing/')).toEqual([]);
      expect(await kept.inventory.find('files/a')).toMatchObject({ key: 'files/a', bytes: 4 });
      expect(await kept.inventory.find('files')).toBeUndefined();
      await kept.inventory.remove('files/b');
      await kept.inventory.remove('files/b');
      expect(await listKeys(kept, 'files/')).toEqual(['files/a']);
    },
  );

  it.skipIf(opened === undefined)('purges what begins with a text, and nothing else', async () => {
    await kept.store.putText('derived/a/page.jpg', 'page');
    await kept.store.putText('derived/a/thumbnail.jpg', 'small');
    await kept.store.putText('derived/b/page.jpg', 'page');
    expect(await kept.inventory.purge('derived/a')).toBeGreaterThanOrEqual(2);
    expect(await kept.inventory.purge('derived/a')).toBe(0);
    expect(await listKeys(kept, 'derived/')).toEqual(['derived/b/page.jpg']);
  });

  it.skipIf(opened === undefined)('lists more than one page', async () => {
    const keys = Array.from({ length: 1005 }, (_, index) => `many/${1000 + index}`);
    for (let first = 0; first < keys.length; first += 50)
      await Promise.all(keys.slice(first, first + 50).map((key) => kept.store.putText(key, 'x')));
    expect(await listKeys(kept, 'many/')).toEqual(keys);
  });
});

describe.skipIf(bucket === undefined)('a bucket that keeps versions', () => {
  const listVersions = async (Prefix: string) => {
    const { Versions = [], DeleteMarkers = [] } =
      (await bucket?.client.send(
        new ListObjectVersionsCommand({ Bucket: bucket.bucket, Prefix }),
      )) ?? {};
    return { versions: Versions, markers: DeleteMarkers };
  };

  it('still has what was removed: without its marker, the file is back', async () => {
    if (bucket === undefined) return;
    await bucket.store.putText('files/restored', 'kept');
    await bucket.inventory.remove('files/restored');
    expect(await textOf(bucket, 'files/restored')).toBeUndefined();
    const { markers } = await listVersions('files/restored');
    await bucket.client.send(
      new DeleteObjectCommand({
        Bucket: bucket.bucket,
        Key: 'files/restored',
        VersionId: markers[0]?.VersionId,
      }),
    );
    expect(await textOf(bucket, 'files/restored')).toBe('kept');
  });

  it('has nothing of what was purged: neither replaced nor deleted versions', async () => {
    if (bucket === undefined) return;
    for (const text of ['first', 'second']) await bucket.store.putText('files/purged', text);
    await bucket.inventory.remove('files/purged');
    expect(await bucket.inventory.purge('files/purged')).toBe(3);
    expect(await listVersions('files/purged')).toEqual({ versions: [], markers: [] });
  });
});
