import { readdir } from 'node:fs/promises';

import * as z from 'zod';

import { documentChunk } from '../../lib/data-api/chunks.ts';
import { setChunk } from '../../lib/data-api/sets.ts';
import type { Query } from '../../lib/data-api/query.ts';
import type { Statement } from '../../lib/data-api/sql.ts';
import type { AccountPrincipal } from '../../lib/model/accounts/principal.ts';
import {
  nilUuid,
  parseConceptId,
  parseNodeId,
  parseResourceId,
  parseTileId,
} from '../../lib/model/ids.ts';
import type { KeptTexts, SampleIds } from '../../lib/queries/kept-texts.ts';
import { whileTokenHolds } from '../../lib/queries/tokens/authentication.ts';

const queriesFolder = new URL('../../lib/queries/', import.meta.url);

const sample: SampleIds = {
  uuid: nilUuid,
  resourceId: parseResourceId(nilUuid),
  tileId: parseTileId(nilUuid),
  nodeId: parseNodeId(nilUuid),
  conceptId: parseConceptId(nilUuid),
};

const account: AccountPrincipal = {
  kind: 'account',
  accountId: 1,
  scope: [],
  tokenFamilyId: nilUuid,
  keyId: '',
};

const queriesModule = z.object({
  keptTexts: z
    .object({
      token: z.enum(['none', 'required', 'optional']),
      texts: z.custom<KeptTexts['texts']>((value) => typeof value === 'function'),
    })
    .optional(),
});

/** The statements of one file that the database keeps. */
export type KeptFile = {
  /** The path within `lib/queries`. */
  readonly name: string;
  readonly statements: readonly Statement[];
};

/** The statements that the database keeps, in each of their texts, by the files of `lib/queries`; none of a file that exports no `keptTexts`. */
export async function keptFiles(): Promise<readonly KeptFile[]> {
  const entries = await readdir(queriesFolder, { recursive: true });
  const names = entries.map((name) => name.replaceAll('\\', '/'));
  return Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map(async (name) => {
        const exported: unknown = await import(new URL(name, queriesFolder).href);
        const { keptTexts } = queriesModule.parse({ ...Object(exported) });
        return { name, statements: keptTexts === undefined ? [] : statementsOf(keptTexts) };
      }),
  );
}

/** Every statement that the database keeps, in each of its texts. */
export async function keptStatements(): Promise<readonly Statement[]> {
  return (await keptFiles()).flatMap(({ statements }) => statements);
}

function statementsOf({ token, texts }: KeptTexts): readonly Statement[] {
  const held = texts(account.accountId, sample).map((query) =>
    whileTokenHolds(statementOf(query), account),
  );
  const plain = texts(null, sample).map(statementOf);
  if (token === 'none') return plain;
  return token === 'required' ? held : [...plain, ...held];
}

/** Of a query that takes several calls, all have the same text. */
function statementOf(query: Query<unknown> | Statement): Statement {
  if ('lines' in query) return documentChunk(query, 0);
  return 'items' in query ? setChunk(query, null) : query;
}
