import * as z from 'zod';

const header = z.object({
  graph_id: z.string(),
  resourceinstanceid: z.string(),
  legacyid: z.string().nullable(),
  version: z.number(),
  publication_id: z.string(),
  /** By language, then by kind: name, description, map_popup. */
  descriptors: z.record(z.string(), z.record(z.string(), z.string())),
  /** Without quotes. */
  etag: z.string(),
  /** Seconds since 1970; null within the second of the last change. */
  last_modified: z.number().nullable(),
  /** Whether the asker has the same already, and nothing more was read. */
  is_known: z.boolean(),
});

/** What is known of a resource instance besides its tiles, as far as the caller may see it. */
export type ResourceHeader = Readonly<z.infer<typeof header>>;

/** Reads the header that the resource statement gives. */
export function readResourceHeader(text: string): ResourceHeader {
  return header.parse(JSON.parse(text));
}
