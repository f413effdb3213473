import { firstCall } from '../../lib/data-api/chunks.ts';
import type { Query } from '../../lib/data-api/query.ts';
import type { Statement } from '../../lib/data-api/sql.ts';
import type { Caller } from '../../lib/model/accounts/caller.ts';
import type { AccountPrincipal } from '../../lib/model/accounts/principal.ts';
import { parseResourceId, nilUuid } from '../../lib/model/ids.ts';
import { resourceDocument } from '../../lib/queries/resources/resource-document.ts';
import { whileTokenHolds } from '../../lib/queries/tokens/authentication.ts';

// The values are of no consequence: they are parameters, and not part of a text.

const resourceId = parseResourceId(nilUuid);
const account: AccountPrincipal = {
  kind: 'account',
  accountId: 1,
  scope: [],
  tokenFamilyId: nilUuid,
  keyId: '',
};

/**
 * Every statement that the database keeps, in each of its texts: as anonymous callers ask, and as those do who have a token.
 * What is marked as kept (lib/data-api/kept.ts) stands here, or is sent as a text.
 */
export function keptStatements(): readonly Statement[] {
  return [
    ...reads(null).map(statementOf),
    ...reads(account.accountId).map((query) => whileTokenHolds(statementOf(query), account)),
  ];
}

/** Of a query that takes several calls, all have the same text. */
function statementOf(query: Query<unknown>): Statement {
  return 'parts' in query ? firstCall(query) : query;
}

function reads(caller: Caller): readonly Query<unknown>[] {
  return [...documents(caller)];
}

function documents(caller: Caller): readonly Query<unknown>[] {
  const asked = {
    leaveOutHidden: false,
    representation: '',
    cachedPublications: [],
    knownTags: [],
    modifiedSince: null,
  };
  return [
    resourceDocument(caller, resourceId, { ...asked, detail: 'tiles', showsNames: false }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'tiles', showsNames: true }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'concepts', showsNames: false }),
    resourceDocument(caller, resourceId, { ...asked, detail: 'names', showsNames: true }),
  ];
}
