import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { runQuery } from '../../../../../../lib/data-api/query.ts';
import { rawSql } from '../../../../../../lib/data-api/sql.ts';
import { hashRandomSecret } from '../../../../../../lib/identity/random-secrets.ts';
import { replaceClientSecret } from '../../../../../../lib/queries/applications/applications.ts';
import { openWorkshop, type Workshop } from '../../importing.ts';
import { liveFolder } from '../rights/live-source.ts';
import { openFollowedSource, removeAccounts, type FollowedSource } from './followed-source.ts';

const ravi = 4;
const secret = (letter: string): string => letter.repeat(128);

describe.skipIf(liveFolder === undefined)('an application that came from a live database', () => {
  let workshop: Workshop;
  let source: FollowedSource;

  beforeAll(async () => {
    workshop = await openWorkshop();
    source = await openFollowedSource(workshop.stack, 'some');
  });

  afterAll(async () => {
    await source?.drop();
    await workshop?.close();
  });

  beforeEach(async () => {
    await removeAccounts(workshop.stack);
    await source.run(`set session_replication_role = replica;
delete from oauth2_provider_application;
insert into oauth2_provider_application (
  id, client_id, redirect_uris, client_type, authorization_grant_type, client_secret, name, user_id, skip_authorization, created, updated, algorithm
)
values (90, 'harvester', '', 'confidential', 'client-credentials', '${secret('a')}', 'Harvester', ${ravi}, false, now(), now(), '')`);
    await source.importAccounts();
  });

  const change = (assignments: string): Promise<void> =>
    source.run(`update oauth2_provider_application set ${assignments}`);
  const applications = async () =>
    workshop.rows(`select o.name, o.client_secret_hash, o.owner_account_id::text
from oauth_application o
where o.tokens_valid_from is not null`);
  const tokensEndedAt = async () =>
    (await workshop.rows('select o.tokens_valid_from::text from oauth_application o'))[0]?.[0];
  const importApplications = async (undoesChanges = false) => {
    const { results, problems } = await source.importAccounts({ undoesChanges });
    return {
      result: results.find(({ subject }) => subject === 'Applications'),
      codes: problems.filter(({ code }) => code.startsWith('application_')).map(({ code }) => code),
    };
  };
  const harvester = (letter: string) => [
    'Harvester',
    hashRandomSecret(secret(letter)),
    String(ravi),
  ];

  it('stays as it is, with its tokens, when nothing of it has changed', async () => {
    const { result, codes } = await importApplications();
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    expect(codes).toEqual([]);
    expect(await tokensEndedAt()).toBe('-infinity');
  });

  it('has the new secret of there, and none of its former tokens', async () => {
    await change(`client_secret = '${secret('b')}'`);
    expect((await importApplications()).codes).toEqual(['application_followed']);
    expect(await applications()).toEqual([harvester('b')]);
    expect(await tokensEndedAt()).not.toBe('-infinity');
    expect((await importApplications()).result).toMatchObject({ updated: 0, unchanged: 1 });
  });

  it('has the new owner of there', async () => {
    await change('user_id = 3');
    await importApplications();
    expect(await applications()).toEqual([['Harvester', hashRandomSecret(secret('a')), '3']]);
  });

  it('is deleted with its account when it is deleted there', async () => {
    await source.run('delete from oauth2_provider_application');
    await importApplications();
    expect(await applications()).toEqual([]);
    expect(await workshop.rows('select a.is_active from account a where a.is_application')).toEqual(
      [[false]],
    );
  });

  it('is deleted when it becomes one that cannot get tokens', async () => {
    await change(`authorization_grant_type = 'implicit'`);
    await importApplications();
    expect(await applications()).toEqual([]);
  });

  it('keeps a secret that was set here, until the changes of here are undone', async () => {
    const [row] = await workshop.rows('select o.application_id::text from oauth_application o');
    const id = String(row?.[0]);
    await runQuery(
      workshop.stack.dataApi.write,
      replaceClientSecret(ravi, id, hashRandomSecret(secret('c'))),
    );
    await change(`client_secret = '${secret('b')}'`);
    expect((await importApplications()).codes).toEqual(['application_changed_here']);
    expect(await applications()).toEqual([harvester('c')]);
    await importApplications(true);
    expect(await applications()).toEqual([harvester('b')]);
  });

  it('follows its source if an earlier version imported it and it is the same, and otherwise is reported', async () => {
    await workshop.stack.owner.write(rawSql('delete from imported_application'));
    expect((await importApplications()).codes).toEqual([]);
    await change(`client_secret = '${secret('b')}'`);
    expect((await importApplications()).codes).toEqual(['application_followed']);
    await workshop.stack.owner.write(rawSql('delete from imported_application'));
    await change(`client_secret = '${secret('d')}'`);
    expect((await importApplications()).codes).toEqual(['application_changed_here']);
    expect(await applications()).toEqual([harvester('b')]);
  });
});
