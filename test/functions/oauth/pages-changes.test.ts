import { beforeEach, describe, expect, it } from 'vitest';

import { queryColumn } from '../../support/sample.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { confidentialFields, listPath, openAdministrators } from './administrators.ts';
import { hiddenFields, register, secretIn, surveyApp } from './visitor.ts';

const { service, ada, ben, adaId } = await openAdministrators();

const heading = 'Latest changes of accounts and rights';

beforeEach(async () => {
  await service.stack.owner.write(rawSql('truncate access_change'));
});

const readChanges = (): Promise<readonly string[]> =>
  queryColumn(
    service,
    `select concat_ws(' ', author_account_id, author, event, target, before - 'client_id', after - 'client_id')
from access_change
order by access_change_id`,
  );

describe('a change of an application on its page', () => {
  it('is recorded with the account, before and after', async () => {
    const pagePath = await register(ada);
    await ada.submit(`${pagePath}/update`, { ...surveyApp, name: 'Field survey' });
    await ada.submit(`${pagePath}/update`, { ...surveyApp, name: 'Field survey' });
    await ada.submit(`${pagePath}/delete`, {});
    const facts = (name: string): string =>
      `{"name": "${name}", "owner": "ada", "secret": null, "grant_type": "password", "client_type": "public", "redirect_uris": []}`;
    expect(await readChanges()).toEqual([
      `${adaId} ada application-registered Survey app ${facts('Survey app')}`,
      `${adaId} ada application-changed Field survey ${facts('Survey app')} ${facts('Field survey')}`,
      `${adaId} ada application-deleted Field survey ${facts('Field survey')}`,
    ]);
  });

  it('is recorded without the secret', async () => {
    const pagePath = await register(ada, confidentialFields);
    const fields = hiddenFields((await ada.get(pagePath)).html);
    const { html } = await ada.post(`${pagePath}/secret`, fields);
    const changes = await readChanges();
    expect(changes.at(-1)).toBe(
      `${adaId} ada client-secret-replaced Survey app {"secret": "changed"}`,
    );
    expect(changes.join('\n')).not.toContain(secretIn(html));
  });

  it('is recorded once if the form is sent twice', async () => {
    const form = {
      ...surveyApp,
      ...hiddenFields((await ada.get('/o/applications/register')).html),
    };
    await ada.post('/o/applications/register', form);
    await ada.post('/o/applications/register', form);
    expect(await readChanges()).toHaveLength(1);
  });
});

describe('the page of applications', () => {
  it('shows the last 20 changes to administrators, the newest first, with their times', async () => {
    const pagePath = await register(ada);
    for (let number = 1; number <= 20; number += 1) {
      await ada.submit(`${pagePath}/update`, { ...surveyApp, name: `Name ${number}.` });
    }
    const { html } = await ada.get(listPath);
    const section = html.slice(html.indexOf(heading));
    expect(section.match(/Changed the application/g)).toHaveLength(20);
    expect(section.indexOf('name: Name 19. → Name 20.')).toBeGreaterThan(0);
    expect(section.indexOf('Name 19. →')).toBeLessThan(section.indexOf('Name 18. →'));
    expect(section).not.toContain('Registered the application');
    expect(section.match(/<time datetime="\d{4}-/g)).toHaveLength(20);
  });

  it('shows no change to administrators of applications who may not do everything', async () => {
    await register(ben, { name: 'Of Ben' });
    const { html } = await ben.get(listPath);
    expect(html).toContain('Of Ben');
    expect(html).not.toContain(heading);
    expect(html).not.toContain('Registered the application');
    expect((await ada.get(listPath)).html).toContain('Registered the application Of Ben');
  });

  it('escapes the names of what was changed', async () => {
    await register(ben, { name: '<b>bold</b>' });
    const { html } = await ada.get(listPath);
    expect(html).toContain('Registered the application &lt;b&gt;bold&lt;/b&gt;');
    expect(html).not.toContain('<b>bold');
  });

  it('reads the changes with the applications, in one call after that of the session', async () => {
    await register(ada);
    expect(await service.countCalls(() => ada.get(listPath))).toBe(2);
  });
});
