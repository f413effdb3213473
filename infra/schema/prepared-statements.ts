import { readdir } from 'node:fs/promises';

import * as z from 'zod';

import { documentChunkStatement } from '../../lib/data-api/chunks.ts';
import { setChunkStatement } from '../../lib/data-api/sets.ts';
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
import type { PreparedVariants, SampleIds } from '../../lib/queries/prepared-variants.ts';
import { ifTokenValid } from '../../lib/queries/tokens/if-token-valid.ts';

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
  preparedVariants: z
    .object({
      token: z.enum(['none', 'required', 'optional']),
      variants: z.custom<PreparedVariants['variants']>((value) => typeof value === 'function'),
    })
    .optional(),
});

/** The statements of one file that the database keeps. */
export type PreparedStatementFile = {
  /** The path within `lib/queries`. */
  readonly name: string;
  readonly statements: readonly Statement[];
};

/** The statements that the database keeps, in each of their texts, by the files of `lib/queries`; none of a file that exports no `keptTexts`. */
export async function listPreparedFiles(): Promise<readonly PreparedStatementFile[]> {
  const entries = await readdir(queriesFolder, { recursive: true });
  const names = entries.map((name) => name.replaceAll('\\', '/'));
  return Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map(async (name) => {
        const exported: unknown = await import(new URL(name, queriesFolder).href);
        const { preparedVariants: keptTexts } = queriesModule.parse({ ...Object(exported) });
        return { name, statements: keptTexts === undefined ? [] : statementsOf(keptTexts) };
      }),
  );
}

/** Every statement that the database keeps, in each of its texts. */
export async function listPreparedStatements(): Promise<readonly Statement[]> {
  return (await listPreparedFiles()).flatMap(({ statements }) => statements);
}

function statementsOf({ token, variants: texts }: PreparedVariants): readonly Statement[] {
  const held = texts(account.accountId, sample).map((query) =>
    ifTokenValid(statementOf(query), account),
  );
  const plain = texts(null, sample).map(statementOf);
  if (token === 'none') return plain;
  return token === 'required' ? held : [...plain, ...held];
}

/** Of a query that takes several calls, all have the same text. */
function statementOf(query: Query<unknown> | Statement): Statement {
  if ('lines' in query) return documentChunkStatement(query, 0);
  return 'items' in query ? setChunkStatement(query, null) : query;
}
