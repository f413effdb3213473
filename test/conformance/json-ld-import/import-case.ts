import { readdirSync, readFileSync } from 'node:fs';

import * as z from 'zod';

/*
 * A case in cases/<id>.json describes the import of a document: the models, thesaurus and data before it, one request, the expected
 * answer and the expected tiles. Files whose names begin with `arches-fixtures/` are in HDS_TEST_DATA, the others in this folder.
 * `{crm}` and similar placeholders stand for the namespaces below.
 */

const operator = z.enum(['equals', 'set-equals', 'contains-key', 'count', 'prefix', 'one-of']);

export type ComparisonOperator = z.output<typeof operator>;

/** An expected tile without its id and without empty nodes. */
export type ExpectedTile = {
  readonly nodegroup: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly below: readonly ExpectedTile[];
};

const tile: z.ZodType<ExpectedTile> = z.strictObject({
  nodegroup: z.uuid(),
  data: z.record(z.string(), z.unknown()),
  get below() {
    return z.array(tile).default([]);
  },
});

const importCase = z.strictObject({
  id: z.string(),
  /** The behaviour of the service, as a sentence without the subject. */
  title: z.string(),
  /** The test of the Arches platform with the same request, or `ours`. */
  source: z.string(),
  graphs: z.array(z.string()),
  skos: z.array(z.string()),
  /** Business data that is imported before the request. */
  seed: z.array(z.string()),
  as: z.literal('administrator'),
  request: z.strictObject({
    method: z.enum(['PUT', 'POST']),
    path: z.string(),
    query: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  expect: z.strictObject({
    status: z.array(z.int()).min(1),
    /** Checks of the answer. Slashes separate the steps of a path, and `*` stands for every element. */
    paths: z.array(z.tuple([z.string(), operator, z.unknown()])).default([]),
    tile_count: z.int().optional(),
    /** All stored tiles. Tiles with the same parent may have any order. */
    tile_tree: z.array(tile).optional(),
    /** Paths in the document. The answer must have an error at or below each of them. */
    problems: z.array(z.string()).default([]),
    /** The number of requests that the server at `{context_server}` must get. */
    requests_to_context_server: z.int().default(0),
  }),
});

export type ImportCase = z.output<typeof importCase>;

const namespaces: Readonly<Record<string, string>> = {
  crm: 'http://www.cidoc-crm.org/cidoc-crm/',
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  rdfs: 'http://www.w3.org/2000/01/rdf-schema#',
  skos: 'http://www.w3.org/2004/02/skos/core#',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
};

/**
 * Replaces the placeholders in a text.
 * @param addresses the values of `{base}` and `{context_server}`
 */
export function fillPlaceholders(
  text: string,
  addresses: Readonly<Record<string, string>>,
): string {
  const values = { ...namespaces, ...addresses };
  return Object.entries(values).reduce(
    (filledText, [name, value]) => filledText.replaceAll(`{${name}}`, value),
    text,
  );
}

const folder = new URL('./', import.meta.url);

/** The absolute path of a file in this folder. */
export function caseFile(name: string): string {
  return new URL(name, folder).pathname;
}

/** Reads all cases, sorted by name. */
export function readImportCases(): readonly ImportCase[] {
  return readdirSync(caseFile('cases'))
    .sort()
    .map((name) => importCase.parse(JSON.parse(readFileSync(caseFile(`cases/${name}`), 'utf8'))));
}
