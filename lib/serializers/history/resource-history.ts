import * as z from 'zod';

import { resourceUri } from '../../model/uris.ts';

const edit = z.object({
  edit_log_id: z.string(),
  transaction_id: z.string(),
  edit_type: z.string(),
  tile_id: z.string().nullable(),
  nodegroup_id: z.string().nullable(),
  edited_at: z.string(),
  account_id: z.number().nullable(),
  username: z.string().nullable(),
});

/** The page of a history. */
export type HistoryPage = {
  readonly baseUrl: string;
  readonly resourceId: string;
  /** As the statement gives them, one more than the page holds where another page follows. */
  readonly edits: readonly string[];
  readonly limit: number;
};

/** The history of a resource instance as JSON, the latest edit first. @returns the document, and the cursor of the next page */
export function historyDocument({ baseUrl, resourceId, edits, limit }: HistoryPage): string {
  const page = edits.slice(0, limit).map((text) => editEntry(text, baseUrl));
  const last = edits.length > limit ? edits[limit - 1] : undefined;
  const uri = resourceUri(baseUrl, resourceId);
  const cursor =
    last === undefined ? undefined : edit.parse(JSON.parse(fieldsOf(last)[0])).edit_log_id;
  const next = cursor === undefined ? null : `${uri}/history?cursor=${cursor}&limit=${limit}`;
  const head = JSON.stringify({ resource: uri, next });
  return `${head.slice(0, -1)},"edits":[${page.join(',')}]}`;
}

/** JSON texts between tabs, which no JSON text holds. */
function fieldsOf(text: string): readonly [string, string, string, string, string] {
  const [header = '', before = '', after = '', proposalsBefore = '', proposalsAfter = ''] =
    text.split('\t');
  return [header, before, after, proposalsBefore, proposalsAfter];
}

function editEntry(text: string, baseUrl: string): string {
  const [header, before, after, proposalsBefore, proposalsAfter] = fieldsOf(text);
  const read = edit.parse(JSON.parse(header));
  const fields = JSON.stringify({
    id: read.edit_log_id,
    transaction: read.transaction_id,
    type: read.edit_type,
    time: read.edited_at,
    tile: read.tile_id,
    nodegroup: read.nodegroup_id,
    actor:
      read.account_id === null
        ? null
        : { url: `${baseUrl}/user/${read.account_id}`, name: read.username },
  });
  const hasProposals = proposalsBefore !== 'null' || proposalsAfter !== 'null';
  const proposals = hasProposals
    ? `,"provisionaledits_before":${proposalsBefore},"provisionaledits_after":${proposalsAfter}`
    : '';
  return `${fields.slice(0, -1)},"before":${before},"after":${after}${proposals}}`;
}
