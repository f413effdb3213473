import { describe, expect, it } from 'vitest';

import { hashRandomSecret } from '../../../lib/identity/random-secrets.ts';
import { queryColumn } from '../../support/sample.ts';
import { confidentialFields, formPath, listPath, openAdministrators } from './administrators.ts';
import { hiddenFields, register, secretIn, surveyApp, captureSecurityLines } from './visitor.ts';

// It also deletes all applications before each test.
const { service, ada, ben, adaId, readApplications } = await openAdministrators();

describe('the list of applications', () => {
  it('shows a message if the account has no application', async () => {
    const { html } = await ada.get(listPath);
    expect(html).toContain('No application yet');
    expect(html).toContain('href="/o/applications/register"');
  });

  it('shows only the applications of the account, with their client ids', async () => {
    await register(ada, { name: 'Of Ada' });
    await register(ben, { name: 'Of Ben' });
    const [clientIdOfAda] = await queryColumn(
      service,
      "select client_id from oauth_application where name = 'Of Ada'",
    );
    const { html } = await ada.get(listPath);
    // Ada is an administrator, so below her applications are the changes of others.
    const list = html.slice(0, html.indexOf('Latest changes'));
    expect(list).toContain('Of Ada');
    expect(list).toContain(clientIdOfAda);
    expect(list).not.toContain('Of Ben');
    expect((await ben.get(listPath)).html).not.toContain('Of Ada');
  });

  it('is the same without a slash at the end', async () => {
    await register(ada);
    expect((await ada.get('/o/applications')).html).toBe((await ada.get(listPath)).html);
  });
});

describe('changing an application', () => {
  it('starts with the stored values, and redirects to the page of the application', async () => {
    const pagePath = await register(ada);
    const { html } = await ada.get(`${pagePath}/update`);
    expect(html).toMatch(/name="name"[^>]*value="Survey app"/);
    const answer = await ada.submit(`${pagePath}/update`, { ...surveyApp, name: ' Field survey ' });
    expect([answer.status, answer.location]).toEqual([303, `${pagePath}?done=saved`]);
    expect(await readApplications('name')).toEqual(['Field survey']);
    expect((await ada.get(answer.location)).html).toContain('Saved.');
  });

  it('keeps the client id', async () => {
    const pagePath = await register(ada);
    const clientIdBefore = await readApplications('client_id');
    await ada.submit(`${pagePath}/update`, { ...surveyApp, client_id: 'B'.repeat(40) });
    expect(await readApplications('client_id')).toEqual(clientIdBefore);
  });

  it('shows a secret when the application becomes confidential, and not at later changes', async () => {
    const pagePath = await register(ada);
    const firstAnswer = await ada.submit(`${pagePath}/update`, {
      ...surveyApp,
      ...confidentialFields,
    });
    expect(firstAnswer.status).toBe(200);
    expect(await readApplications('client_secret_hash')).toEqual([
      hashRandomSecret(secretIn(firstAnswer.html)),
    ]);
    const laterAnswer = await ada.submit(`${pagePath}/update`, {
      ...surveyApp,
      ...confidentialFields,
      name: 'New',
    });
    expect(laterAnswer.status).toBe(303);
    expect(await readApplications('client_secret_hash')).toEqual([
      hashRandomSecret(secretIn(firstAnswer.html)),
    ]);
  });

  it('shows the form again if it has mistakes, and stores nothing', async () => {
    const pagePath = await register(ada);
    const answer = await ada.submit(`${pagePath}/update`, {
      ...surveyApp,
      name: '',
      grant_type: 'none',
    });
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('There are 2 problems');
    expect(await readApplications('name')).toEqual(['Survey app']);
  });

  it('takes two Data API calls, whether the form has mistakes or not', async () => {
    const pagePath = await register(ada);
    const fields = hiddenFields((await ada.get(`${pagePath}/update`)).html);
    for (const name of ['', 'New']) {
      const calls = await service.countCalls(() =>
        ada.post(`${pagePath}/update`, { ...surveyApp, ...fields, name }),
      );
      expect(calls).toBe(2);
    }
  });

  it('is written to the security log', async () => {
    const pagePath = await register(ada);
    const lines = await captureSecurityLines(() => ada.submit(`${pagePath}/update`, surveyApp));
    expect(lines).toMatchObject([
      { event: 'application-changed', account: adaId, application: pagePath.split('/').at(-1) },
    ]);
  });
});

describe('a new secret', () => {
  it('is shown once and replaces the old secret', async () => {
    const pagePath = await register(ada, confidentialFields);
    const [oldHash] = await readApplications('client_secret_hash');
    const fields = hiddenFields((await ada.get(pagePath)).html);
    let secret = '';
    const lines = await captureSecurityLines(async () => {
      const answer = await ada.post(`${pagePath}/secret`, fields);
      expect(answer.status).toBe(200);
      secret = secretIn(answer.html);
    });
    expect(await readApplications('client_secret_hash')).toEqual([hashRandomSecret(secret)]);
    expect(hashRandomSecret(secret)).not.toBe(oldHash);
    expect(lines).toMatchObject([{ event: 'client-secret-replaced', account: adaId }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('is refused with 404 for a public application', async () => {
    const pagePath = await register(ada);
    const fields = hiddenFields((await ada.get(`${pagePath}/update`)).html);
    expect((await ada.post(`${pagePath}/secret`, fields)).status).toBe(404);
    expect((await ada.get(pagePath)).html).not.toContain('/secret"');
  });
});

describe('deleting an application', () => {
  it('asks for confirmation first', async () => {
    const pagePath = await register(ada);
    const { html } = await ada.get(`${pagePath}/delete`);
    expect(html).toContain('Delete Survey app?');
    expect(await readApplications('name')).toEqual(['Survey app']);
  });

  it('redirects to the list, which reports the deletion', async () => {
    const pagePath = await register(ada);
    let location = '';
    const lines = await captureSecurityLines(async () => {
      ({ location } = await ada.submit(`${pagePath}/delete`, {}));
    });
    expect(location).toBe(`${listPath}?done=deleted`);
    expect(await readApplications('name')).toEqual([]);
    expect((await ada.get(location)).html).toContain('The application is deleted.');
    expect((await ada.get(pagePath)).status).toBe(404);
    expect(lines).toMatchObject([{ event: 'application-deleted', account: adaId }]);
  });
});

describe('an application of another account', () => {
  /** The status and the HTML of a page without its request id. */
  const comparable = ({ status, html }: { status: number; html: string }) => [
    status,
    html.replace(/<code>[0-9a-f-]{36}<\/code>/, ''),
  ];

  it('gets the same answers as an unknown id, and stays unchanged', async () => {
    const pagePath = await register(ben, confidentialFields);
    const unknownPath = `/o/applications/${crypto.randomUUID()}`;
    const malformedPath = '/o/applications/not-an-id';
    const applicationsBefore = await readApplications('oauth_application::text');
    const { form_token: token = '' } = hiddenFields((await ada.get(formPath)).html);
    const fields = { ...surveyApp, form_token: token };
    for (const suffix of ['', '/update', '/delete']) {
      const expected = comparable(await ada.get(`${unknownPath}${suffix}`));
      expect(expected[0]).toBe(404);
      expect(comparable(await ada.get(`${pagePath}${suffix}`))).toEqual(expected);
      expect(comparable(await ada.get(`${malformedPath}${suffix}`))).toEqual(expected);
    }
    for (const suffix of ['/update', '/delete', '/secret']) {
      for (const sentFields of [fields, { ...fields, name: '' }]) {
        const expected = comparable(await ada.post(`${unknownPath}${suffix}`, sentFields));
        expect(expected[0]).toBe(404);
        expect(comparable(await ada.post(`${pagePath}${suffix}`, sentFields))).toEqual(expected);
        expect(comparable(await ada.post(`${malformedPath}${suffix}`, sentFields))).toEqual(
          expected,
        );
      }
    }
    expect(await readApplications('oauth_application::text')).toEqual(applicationsBefore);
  });
});
