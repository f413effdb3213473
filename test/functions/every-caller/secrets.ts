import { testPassword } from '../../support/accounts.ts';
import { queryColumn } from '../../support/sample.ts';
import type { VisitResult } from './visits.ts';
import type { CallerWorld } from './caller-world.ts';

const storedHashes = `select password_hash from account where password_hash is not null
union all
select client_secret_hash from oauth_application where client_secret_hash is not null
union all
select token_hash from refresh_token
union all
select successor_hash from refresh_token where successor_hash is not null
union all
select session_hash from browser_session`;

/** All secrets that the service received, created or stored. None of them may be in the log. */
export async function collectSecrets(
  world: CallerWorld,
  results: readonly VisitResult[],
): Promise<readonly string[]> {
  const { service, callers, confidentialApplication, signingKey } = world;
  const sentTexts = callers.flatMap(({ credentials }) => credentials?.split(/[ ,"]+/) ?? []);
  const signatures = sentTexts.flatMap((text) => text.split('.').slice(1));
  const issuedSecrets = results.flatMap(({ body }) =>
    [...body.matchAll(/[\w-]{43}/g)].map(([text]) => text),
  );
  const secrets = [
    testPassword,
    confidentialApplication.secret,
    signingKey.d,
    ...sentTexts,
    ...signatures,
    ...new Set(issuedSecrets),
    ...(await queryColumn(service, storedHashes)),
  ];
  return secrets.filter((text) => text.length > 8);
}
