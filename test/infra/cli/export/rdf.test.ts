import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import oxigraph from 'oxigraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { insertAccount } from '../../../../infra/cli/accounts/queries/accounts.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../lib/data-api/sql.ts';
import { graphsOf } from '../../../lib/exports/quads.ts';
import { triesAllCases } from '../../../support/random/take-sample.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { killHdsAt } from '../kill-hds.ts';

let service: CommandLineService;

beforeAll(async () => {
  service = await openCommandLineService('sample');
  const ann = { email: '', firstName: '', lastName: '', isAdministrator: true, passwordHash: null };
  await runQuery(
    service.stack.dataApi.write,
    insertAccount({ username: 'ann', groups: [], ...ann }),
  );
});

afterAll(async () => service?.close());

const inFolder = (name: string): string => path.join(service.folder, name);

const exportAs = (account: string, ...options: readonly string[]): Promise<string> =>
  service.outputOf('export', 'rdf', '--as', account, ...options);

let wholeText: Promise<string> | undefined;

/** The whole export, which is written once. */
const readWhole = (): Promise<string> => (wholeText ??= exportAs('ann'));

describe('hds export rdf', () => {
  it('writes a graph for each resource instance, and one for the thesaurus', async () => {
    const text = await readWhole();
    const ids = await service.rows('select resource_id::text from resource');
    const graphs = graphsOf(text);
    const names = [...graphs.keys()].map((name) => name.replace(/^.*\/(?=resources|rdm)/, ''));
    expect(names.toSorted()).toEqual(
      ['rdm/concepts', ...ids.map(([id]) => `resources/${String(id)}`)].toSorted(),
    );
    // No statement is written twice.
    for (const triples of graphs.values()) expect(new Set(triples).size).toBe(triples.length);
    const store = new oxigraph.Store();
    store.load(text, { format: 'application/n-quads' });
    expect(store.size).toBe(text.split('\n').length - 1);
  });

  it('writes nothing for callers without rights', async () => {
    expect(await exportAs('anonymous')).toBe('');
  });

  it('writes the same into a file, also compressed, and reports the numbers', async () => {
    const text = await readWhole();
    expect(await exportAs('ann', '--output', '-')).toBe(text);
    const plainFile = inFolder('all.nq');
    const { out, error } = await service.run('export', 'rdf', '--as', 'ann', '--output', plainFile);
    expect([out, error]).toEqual(['', expect.stringMatching(/Resource instances: \d+ written/)]);
    expect(await readFile(plainFile, 'utf8')).toBe(text);
    expect((await stat(plainFile)).mode & 0o777).toBe(0o600);
    for (const packedFile of [inFolder('all.nq.gz'), inFolder('OTHER.NQ.GZ')]) {
      await exportAs('ann', '--output', packedFile);
      expect(gunzipSync(await readFile(packedFile)).toString()).toBe(text);
    }
    const names = await readdir(service.folder);
    expect(names.filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('starts again if the unfinished file is of another account', async () => {
    const file = inFolder('other.nq');
    const state = { bytes: 5, after: null, resources: 1, withoutOntology: 0 };
    await writeFile(`${file}.part`, 'other');
    await writeFile(`${file}.part.json`, JSON.stringify({ ...state, identity: '[1,5,""]' }));
    await exportAs('ann', '--output', file);
    expect(await readFile(file, 'utf8')).toBe(await readWhole());
  });

  it.each([
    [['--as', 'zoe'], 'There is no account zoe'],
    [[], "required option '--as <account>'"],
    [['--as', 'ann', '--output', '/no/f.nq'], '/no/f.nq cannot be written'],
  ])('reports what is wrong: %s', async (options, message) => {
    const { code, error } = await service.run('export', 'rdf', ...options);
    expect([code, error]).toEqual([1, expect.stringContaining(message)]);
  });

  it('refuses a deactivated account', async () => {
    const setAccountActive = (isActive: boolean) =>
      service.stack.owner.write(
        rawSql(`update account set is_active = ${isActive} where username = 'ann'`),
      );
    await setAccountActive(false);
    const { code, error } = await service.run('export', 'rdf', '--as', 'ann');
    await setAccountActive(true);
    expect([code, error]).toEqual([1, expect.stringContaining('is deactivated')]);
  });
});

describe('hds export rdf, after a killed process', () => {
  const places = [
    ['before the first chunk', 'requested_resource', ''],
    ['before the thesaurus', 'may_read_thesaurus', '<http://half.test/written'],
  ] as const;

  it.each(triesAllCases ? places : places.slice(1))(
    'continues, and has everything once: %s',
    async (moment, match, halfLine) => {
      const file = inFolder(`${moment.replaceAll(' ', '-')}.nq`);
      const words = ['export', 'rdf', '--as', 'ann', '--output', file];
      expect(await killHdsAt(service, match, ...words)).toBeNull();
      await expect(readFile(file)).rejects.toThrow('ENOENT');
      const lengthBefore = (await readFile(`${file}.part`)).length;
      expect(lengthBefore > 0).toBe(match === 'may_read_thesaurus');
      // A killed process can have written half a line.
      await appendFile(`${file}.part`, halfLine);
      await exportAs('ann', '--output', file);
      expect(await readFile(file, 'utf8')).toBe(await readWhole());
    },
  );
});
