import { readdir } from 'node:fs/promises';

import * as z from 'zod';

import { documentChunkStatement } from '../../lib/data-api/chunks.ts';
import { pageChunkStatement } from '../../lib/data-api/read-pages.ts';
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
import { ifCredentialValid } from '../../lib/queries/tokens/if-credential-valid.ts';

const queriesFolder = new URL('../../lib/queries/', import.meta.url);

const sampleIds: SampleIds = {
  uuid: nilUuid,
  resourceId: parseResourceId(nilUuid),
  tileId: parseTileId(nilUuid),
  nodeId: parseNodeId(nilUuid),
  conceptId: parseConceptId(nilUuid),
};

const samplePrincipal: AccountPrincipal = {
  kind: 'account',
  accountId: 1,
  scope: [],
  credential: { kind: 'token', tokenFamilyId: nilUuid, keyId: '' },
};

const queriesModuleSchema = z.object({
  statementsToPrepare: z
    .object({
      token: z.enum(['none', 'required', 'optional']),
      variants: z.custom<PreparedVariants['variants']>((value) => typeof value === 'function'),
    })
    .optional(),
});

/** The prepared statements of a file; `name` is its path within `lib/queries`. */
export type PreparedStatementFile = {
  readonly name: string;
  readonly statements: readonly Statement[];
};

/** Lists all files of `lib/queries`, each with all variants of the statements that it exports as `statementsToPrepare`. */
export async function listPreparedStatementFiles(): Promise<readonly PreparedStatementFile[]> {
  const entries = await readdir(queriesFolder, { recursive: true });
  const names = entries.map((name) => name.replaceAll('\\', '/'));
  return Promise.all(
    names
      .filter((name) => name.endsWith('.ts'))
      .toSorted()
      .map(async (name) => {
        const exported: unknown = await import(new URL(name, queriesFolder).href);
        const { statementsToPrepare } = queriesModuleSchema.parse({ ...Object(exported) });
        return {
          name,
          statements: statementsToPrepare === undefined ? [] : toStatements(statementsToPrepare),
        };
      }),
  );
}

/**
 * Lists all variants of all prepared statements.
 * @rule Database and local stack: Which statements does the database keep as functions?
 */
export async function listStatementsToPrepare(): Promise<readonly Statement[]> {
  return (await listPreparedStatementFiles()).flatMap(({ statements }) => statements);
}

function toStatements({ token, variants }: PreparedVariants): readonly Statement[] {
  const withToken = variants(samplePrincipal.accountId, sampleIds).map((query) =>
    ifCredentialValid(toStatement(query), samplePrincipal),
  );
  const withoutToken = variants(null, sampleIds).map(toStatement);
  if (token === 'none') return withoutToken;
  return token === 'required' ? withToken : [...withoutToken, ...withToken];
}

/** Returns the statement of a query. All calls of a chunked query have the same text. */
function toStatement(query: Query<unknown> | Statement): Statement {
  if ('lines' in query) return documentChunkStatement(query, 0);
  return 'items' in query ? pageChunkStatement(query, null) : query;
}
