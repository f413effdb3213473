import { readdirSync, readFileSync } from 'node:fs';

import * as z from 'zod';

/*
 * A case, cases/<id>.json, says what a document becomes: the models, thesaurus and data that are there before, one request, and
 * what is right of the answer and of the tiles that are stored. Names of files begin with `arches-fixtures/` where they are
 * taken from HDS_TEST_DATA, else they are in this folder. `{crm}` and the like stand for the namespaces below.
 */

const operator = z.enum(['equals', 'set-equals', 'contains-key', 'count', 'prefix', 'one-of']);

export type ComparisonOperator = z.output<typeof operator>;

/** A tile as it must be stored, without its id; nodes without a value are left out. */
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
  /** What is promised: it follows the subject, “it”. */
  title: z.string(),
  /** The test of the Arches platform that asks the same, or `ours`. */
  source: z.string(),
  graphs: z.array(z.string()),
  skos: z.array(z.string()),
  /** Business data that is there before. */
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
    /** Of the document that is answered. The steps of a path stand between `/`, `*` is every element. */
    paths: z.array(z.tuple([z.string(), operator, z.unknown()])).default([]),
    tile_count: z.int().optional(),
    /** Every tile that is stored; those that hang in the same tile may be in any order. */
    tile_tree: z.array(tile).optional(),
    /** Paths to what is wrong: at each of them, or below, a problem is answered. */
    problems: z.array(z.string()).default([]),
    /** How often the address `{listener}` may be asked for anything. */
    requests_to_listener: z.int().default(0),
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
 * A text with what its placeholders stand for.
 * @param addresses what `{base}` and `{listener}` stand for
 */
export function fillPlaceholders(
  text: string,
  addresses: Readonly<Record<string, string>>,
): string {
  const known = { ...namespaces, ...addresses };
  return Object.entries(known).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, value),
    text,
  );
}

const folder = new URL('./', import.meta.url);

/** The absolute path of a file of this folder. */
export function caseFile(name: string): string {
  return new URL(name, folder).pathname;
}

/** Every case, in the order of their names. */
export function readImportCases(): readonly ImportCase[] {
  return readdirSync(caseFile('cases'))
    .sort()
    .map((name) => importCase.parse(JSON.parse(readFileSync(caseFile(`cases/${name}`), 'utf8'))));
}
