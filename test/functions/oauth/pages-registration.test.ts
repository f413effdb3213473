import { describe, expect, it } from 'vitest';

import { hashRandomSecret } from '../../../lib/identity/random-secrets.ts';
import { baseUrl } from '../../support/service.ts';
import { confidentialFields, formPath, listPath, openAdministrators } from './administrators.ts';
import {
  hiddenFields,
  openVisitor,
  register,
  secretIn,
  surveyApp,
  captureSecurityLines,
} from './visitor.ts';

const { service, ada, ben, adaId, readApplications } = await openAdministrators();

describe('registering an application', () => {
  it('starts with a public client and the password grant selected', async () => {
    const { html } = await ada.get(formPath);
    expect(html).toMatch(/value="public"[^>]*checked/);
    expect(html).toMatch(/value="password"[^>]*checked/);
  });

  it('redirects to the page of the application, which has a button to copy the client id', async () => {
    const answer = await ada.submit(formPath, surveyApp);
    expect([answer.status, answer.location]).toEqual([
      303,
      expect.stringMatching(/^\/o\/applications\/[0-9a-f-]{36}\?done=registered$/),
    ]);
    const page = await ada.get(answer.location);
    const [clientId] = await readApplications('client_id');
    expect(clientId).toMatch(/^[A-Za-z0-9]{40}$/);
    expect(page.html).toContain('The application is registered.');
    expect(page.html).toMatch(
      new RegExp(`id="client-id"\\s+value="${clientId}"\\s+dir="ltr"\\s+readonly`),
    );
    expect(page.html).toContain('data-copies="client-id"');
  });

  it('shows how to get a token with the password grant', async () => {
    const { html } = await ada.get(await register(ada));
    const [clientId] = await readApplications('client_id');
    expect(html).toContain(`curl &#39;${baseUrl}/o/token&#39;`);
    expect(html).toContain('grant_type=password');
    expect(html).toContain(`client_id=${clientId}`);
  });

  it('takes at most two Data API calls, as does each page of an application', async () => {
    const fields = hiddenFields((await ada.get(formPath)).html);
    const pagePath = await register(ada);
    const requests: readonly (() => Promise<unknown>)[] = [
      () => ada.post(formPath, { ...surveyApp, ...fields }),
      () => ada.get(listPath),
      () => ada.get(formPath),
      () => ada.get(pagePath),
      () => ada.get(`${pagePath}/update`),
      () => ada.get(`${pagePath}/delete`),
    ];
    for (const request of requests)
      expect(await service.countCalls(request)).toBeLessThanOrEqual(2);
  });

  it('stores one application if the form is sent twice', async () => {
    const fields = { ...surveyApp, ...hiddenFields((await ada.get(formPath)).html) };
    const firstAnswer = await ada.post(formPath, fields);
    const secondAnswer = await ada.post(formPath, fields);
    expect(secondAnswer.location).toBe(firstAnswer.location);
    expect(await readApplications('name')).toEqual(['Survey app']);
  });

  it('stores one application if the form is sent three times at the same time', async () => {
    const fields = { ...surveyApp, ...hiddenFields((await ada.get(formPath)).html) };
    const answers = await Promise.all([1, 2, 3].map(() => ada.post(formPath, fields)));
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await readApplications('name')).toEqual(['Survey app']);
  });

  it('stores one application if the form is sent again after its answer was lost', async () => {
    const fields = { ...surveyApp, ...hiddenFields((await ada.get(formPath)).html) };
    const match = 'insert into oauth_application';
    service.stack.server.faults.add({ when: 'after', kind: 'reset', times: 1, match });
    const lostAnswer = await ada.post(formPath, fields);
    expect([lostAnswer.status, lostAnswer.html]).toEqual([
      503,
      expect.stringContaining('Go back and check'),
    ]);
    expect((await ada.post(formPath, fields)).status).toBe(303);
    expect(await readApplications('name')).toEqual(['Survey app']);
  });

  it('shows the secret of a confidential application only once', async () => {
    const fields = {
      ...surveyApp,
      ...confidentialFields,
      ...hiddenFields((await ada.get(formPath)).html),
    };
    const page = await ada.post(formPath, fields);
    const secret = secretIn(page.html);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(page.html).toContain('It is not shown again.');
    expect(page.html).toContain('data-copies="client-secret"');
    expect(await readApplications('client_secret_hash')).toEqual([hashRandomSecret(secret)]);
    const secondAnswer = await ada.post(formPath, fields);
    expect(secondAnswer.status).toBe(303);
    expect((await ada.get(secondAnswer.location)).html).not.toContain(secret);
    expect((await ada.get(listPath)).html).not.toContain(secret);
  });

  it('shows the account of an application that uses client credentials', async () => {
    const { html } = await ada.get(await register(ada, confidentialFields));
    const [clientId] = await readApplications('client_id');
    expect(html).toContain(`application ${clientId}`);
    expect(html).toContain('group add');
    expect(html).toContain('grant_type=client_credentials');
  });

  it('reads redirect URIs from lines and stores each once', async () => {
    const uris =
      ' https://survey.example/back \r\n\r\norg.example.app:/back\nhttps://survey.example/back';
    const pagePath = await register(ada, { grant_type: 'authorization-code', redirect_uris: uris });
    expect(await readApplications("array_to_string(redirect_uris, ' ')")).toEqual([
      'https://survey.example/back org.example.app:/back',
    ]);
    expect((await ada.get(pagePath)).html).toContain(
      'does not issue tokens for authorization codes yet',
    );
  });

  it('warns of the password grant for a confidential application', async () => {
    const pagePath = await register(ada, { client_type: 'confidential' });
    expect((await ada.get(pagePath)).html).toContain(
      'The token endpoint refuses the password grant',
    );
    expect((await ada.get(formPath)).html).toContain('the token endpoint refuses this grant');
  });

  it('is written to the security log, without the secret', async () => {
    let secret = '';
    const lines = await captureSecurityLines(async () => {
      secret = secretIn((await ada.submit(formPath, { ...surveyApp, ...confidentialFields })).html);
    });
    const [application] = await readApplications('application_id::text');
    expect(lines).toMatchObject([{ event: 'application-registered', account: adaId, application }]);
    expect(JSON.stringify(lines)).not.toContain(secret);
  });
});

describe('a form with mistakes', () => {
  it('is shown again with every mistake beside its field, and with the typed values', async () => {
    const page = await ada.submit(formPath, {
      name: ' ',
      client_type: 'public',
      grant_type: 'client-credentials',
      redirect_uris: 'http://survey.example/back\nnonsense',
    });
    expect(page.status).toBe(400);
    expect(page.html).toContain('There are 4 problems');
    expect(page.html).toContain('<title>Error: Register an application');
    for (const [field, message] of [
      ['name', 'Give the application a name.'],
      ['client_type', 'Client credentials are for confidential applications'],
      ['redirect_uris', 'http://survey.example/back cannot be used'],
      ['redirect_uris', 'nonsense cannot be used'],
    ]) {
      expect(page.html).toContain(`<a href="#${field}">${message}`);
    }
    expect(page.html).toMatch(/id="name-problem-0">\s*Give the application a name/);
    expect(page.html).toMatch(/aria-describedby="name-hint name-problem-0"\s+aria-invalid="true"/);
    expect(page.html).toContain('http://survey.example/back\nnonsense</textarea');
    expect(page.html).toMatch(/value="client-credentials"[^>]*checked/);
    expect(await readApplications('name')).toEqual([]);
  });

  it('keeps its client id, so that the corrected form can be sent', async () => {
    const page = await ada.submit(formPath, { ...surveyApp, name: '' });
    const answer = await ada.post(formPath, { ...surveyApp, ...hiddenFields(page.html) });
    expect(answer.status).toBe(303);
  });

  it.each([
    ['client_type', 'Choose a client type.'],
    ['grant_type', 'Choose an authorization grant type.'],
  ])('asks for a valid choice of %s', async (field, message) => {
    for (const value of ['', 'toString', 'PUBLIC']) {
      const page = await ada.submit(formPath, { ...surveyApp, [field]: value });
      expect(page.status).toBe(400);
      expect(page.html).toContain('There is a problem');
      expect(page.html).toContain(message);
    }
  });

  it('accepts a name of 255 characters, and refuses a longer one with 400', async () => {
    expect((await ada.submit(formPath, { ...surveyApp, name: 'ä'.repeat(255) })).status).toBe(303);
    const page = await ada.submit(formPath, { ...surveyApp, name: 'ä'.repeat(256) });
    expect(page.status).toBe(400);
    expect(page.html).toContain('255 characters');
  });

  it.each(['', 'short', `${'A'.repeat(39)}-`, 'A'.repeat(41), `${'A'.repeat(40)}\n`])(
    'is refused when its client id was changed to %j',
    async (clientId) => {
      const page = await ada.submit(formPath, { ...surveyApp, client_id: clientId });
      expect(page.status).toBe(400);
      expect(page.html).toContain('damaged');
      expect(await readApplications('name')).toEqual([]);
    },
  );

  it('is refused with 400 if its client id belongs to an application of another account', async () => {
    await register(ben, { name: 'Of Ben' });
    const [clientId = ''] = await readApplications('client_id');
    const page = await ada.submit(formPath, { ...surveyApp, client_id: clientId });
    expect(page.status).toBe(400);
    expect(page.html).not.toContain('Of Ben');
    expect(await readApplications('name')).toEqual(['Of Ben']);
  });
});

describe('typed text', () => {
  it('is always escaped in HTML', async () => {
    const name = '<script>alert(1)</script>"\'&amp;';
    const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;';
    const pagePath = await register(ada, { name });
    for (const path of [listPath, pagePath, `${pagePath}/update`, `${pagePath}/delete`]) {
      const { html } = await ada.get(path);
      expect(html).toContain(escaped);
      expect(html).not.toContain('<script>alert');
    }
    const refusedPage = await ada.submit(formPath, {
      ...surveyApp,
      name: '"><img src=x>',
      redirect_uris: '</textarea><b>',
    });
    expect(refusedPage.html).toContain('&quot;&gt;&lt;img src=x&gt;');
    expect(refusedPage.html).not.toContain('</textarea><b>');
    const signIn = await openVisitor(service).submit('/o/sign-in', {
      username: '"autofocus onfocus="alert(1)',
      password: 'x',
    });
    expect(signIn.html).toContain('&quot;autofocus onfocus=&quot;alert(1)');
  });
});
