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
  /** When it was changed last, in seconds since 1970. */
  changed_second: z.number(),
  /** 0 within the second of the last change, which another change may still follow in it; else 1. */
  is_settled: z.number(),
  /** Whether the asker has the same already, and nothing more was read. */
  is_known: z.boolean(),
});

/** What is known of a resource instance besides its tiles, as far as the caller may see it. */
export type ResourceHeader = Readonly<z.infer<typeof header>>;

/** Reads the header that the resource statement gives. */
export function readResourceHeader(text: string): ResourceHeader {
  return header.parse(JSON.parse(text));
}
