import { describe, expect, it } from 'vitest';

import { hashRandomSecret } from '../../../lib/identity/random-secrets.ts';
import { queryColumn } from '../../support/sample.ts';
import { confidential, form, list, openAdministrators } from './administrators.ts';
import { hiddenFields, register, secretIn, surveyApp, watched } from './visitor.ts';

const { service, ada, ben, adaId, stored } = await openAdministrators();

describe('the list of applications', () => {
  it('says that the account has no application', async () => {
    const { html } = await ada.get(list);
    expect(html).toContain('No application yet');
    expect(html).toContain('href="/o/applications/register"');
  });

  it('shows only the applications of the account, with their client ids', async () => {
    await register(ada, { name: 'Of Ada' });
    await register(ben, { name: 'Of Ben' });
    const [ofAda] = await queryColumn(
      service,
      "select client_id from oauth_application where name = 'Of Ada'",
    );
    const { html } = await ada.get(list);
    expect(html).toContain('Of Ada');
    expect(html).toContain(ofAda);
    expect(html).not.toContain('Of Ben');
    expect((await ben.get(list)).html).not.toContain('Of Ada');
  });

  it('is the same without a slash at the end', async () => {
    await register(ada);
    expect((await ada.get('/o/applications')).html).toBe((await ada.get(list)).html);
  });
});

describe('changing an application', () => {
  it('starts with the stored values, and redirects to the page of the application', async () => {
    const page = await register(ada);
    const { html } = await ada.get(`${page}/update`);
    expect(html).toMatch(/name="name"[^>]*value="Survey app"/);
    const sent = await ada.submit(`${page}/update`, { ...surveyApp, name: ' Field survey ' });
    expect([sent.status, sent.location]).toEqual([303, `${page}?done=saved`]);
    expect(await stored('name')).toEqual(['Field survey']);
    expect((await ada.get(sent.location)).html).toContain('Saved.');
  });

  it('keeps the client id', async () => {
    const page = await register(ada);
    const before = await stored('client_id');
    await ada.submit(`${page}/update`, { ...surveyApp, client_id: 'B'.repeat(40) });
    expect(await stored('client_id')).toEqual(before);
  });

  it('shows a secret when the application becomes confidential, and not at later changes', async () => {
    const page = await register(ada);
    const firstAnswer = await ada.submit(`${page}/update`, { ...surveyApp, ...confidential });
    expect(firstAnswer.status).toBe(200);
    expect(await stored('client_secret_hash')).toEqual([
      hashRandomSecret(secretIn(firstAnswer.html)),
    ]);
    const laterAnswer = await ada.submit(`${page}/update`, {
      ...surveyApp,
      ...confidential,
      name: 'New',
    });
    expect(laterAnswer.status).toBe(303);
    expect(await stored('client_secret_hash')).toEqual([
      hashRandomSecret(secretIn(firstAnswer.html)),
    ]);
  });

  it('shows the form again if it has mistakes, and stores nothing', async () => {
    const page = await register(ada);
    const sent = await ada.submit(`${page}/update`, { ...surveyApp, name: '', grant_type: 'none' });
    expect(sent.status).toBe(400);
    expect(sent.html).toContain('There are 2 problems');
    expect(await stored('name')).toEqual(['Survey app']);
  });

  it('takes two Data API calls, with mistakes and without', async () => {
    const page = await register(ada);
    const fields = hiddenFields((await ada.get(`${page}/update`)).html);
    for (const name of ['', 'New']) {
      const calls = await service.countCalls(() =>
        ada.post(`${page}/update`, { ...surveyApp, ...fields, name }),
      );
      expect(calls).toBe(2);
    }
  });

  it('is written to the security log', async () => {
    const page = await register(ada);
    const lines = await watched(() => ada.submit(`${page}/update`, surveyApp));
    expect(lines).toMatchObject([
      { event: 'application-changed', account: adaId, application: page.split('/').at(-1) },
    ]);
  });
});

describe('a new secret', () => {
  it('is shown once and replaces the old secret', async () => {
    const page = await register(ada, confidential);
    const [old] = await stored('client_secret_hash');
    const fields = hiddenFields((await ada.get(page)).html);
    let secret = '';
    const lines = await watched(async () => {
      const answer = await ada.post(`${page}/secret`, fields);
      expect(answer.status).toBe(200);
      secret = secretIn(answer.html);
    });
    expect(await stored('client_secret_hash')).toEqual([hashRandomSecret(secret)]);
    expect(hashRandomSecret(secret)).not.toBe(old);
    expect(lines).toMatchObject([{ event: 'client-secret-replaced', account: adaId }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });

  it('is refused with 404 for a public application', async () => {
    const page = await register(ada);
    const fields = hiddenFields((await ada.get(`${page}/update`)).html);
    expect((await ada.post(`${page}/secret`, fields)).status).toBe(404);
    expect((await ada.get(page)).html).not.toContain('/secret"');
  });
});

describe('deleting an application', () => {
  it('asks for confirmation first', async () => {
    const page = await register(ada);
    const { html } = await ada.get(`${page}/delete`);
    expect(html).toContain('Delete Survey app?');
    expect(await stored('name')).toEqual(['Survey app']);
  });

  it('redirects to the list, which reports the deletion', async () => {
    const page = await register(ada);
    let location = '';
    const lines = await watched(async () => {
      ({ location } = await ada.submit(`${page}/delete`, {}));
    });
    expect(location).toBe(`${list}?done=deleted`);
    expect(await stored('name')).toEqual([]);
    expect((await ada.get(location)).html).toContain('The application is deleted.');
    expect((await ada.get(page)).status).toBe(404);
    expect(lines).toMatchObject([{ event: 'application-deleted', account: adaId }]);
  });
});

describe('an application of another account', () => {
  /** The status and the HTML of a page without its request id. */
  const comparable = ({ status, html }: { status: number; html: string }) => [
    status,
    html.replace(/<code>[0-9a-f-]{36}<\/code>/, ''),
  ];

  it('looks like an unknown id in every answer, and stays unchanged', async () => {
    const page = await register(ben, confidential);
    const unknown = `/o/applications/${crypto.randomUUID()}`;
    const malformed = '/o/applications/not-an-id';
    const before = await stored('oauth_application::text');
    const { form_token: token = '' } = hiddenFields((await ada.get(form)).html);
    const fields = { ...surveyApp, form_token: token };
    for (const suffix of ['', '/update', '/delete']) {
      const expected = comparable(await ada.get(`${unknown}${suffix}`));
      expect(expected[0]).toBe(404);
      expect(comparable(await ada.get(`${page}${suffix}`))).toEqual(expected);
      expect(comparable(await ada.get(`${malformed}${suffix}`))).toEqual(expected);
    }
    for (const suffix of ['/update', '/delete', '/secret']) {
      for (const sentFields of [fields, { ...fields, name: '' }]) {
        const expected = comparable(await ada.post(`${unknown}${suffix}`, sentFields));
        expect(expected[0]).toBe(404);
        expect(comparable(await ada.post(`${page}${suffix}`, sentFields))).toEqual(expected);
        expect(comparable(await ada.post(`${malformed}${suffix}`, sentFields))).toEqual(expected);
      }
    }
    expect(await stored('oauth_application::text')).toEqual(before);
  });
});
