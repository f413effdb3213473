import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';

export type QuadSource = {
  readonly dataApi: StatementReader;
  /** Whose rights apply. */
  readonly caller: Caller;
  /** Without a slash at the end. */
  readonly baseUrl: string;
};

/** Where reading continues: after a resource instance, with the nil UUID as tile; or after a concept as tile, with the max UUID. */
export type QuadPosition = TileKey;

/** Statements of whole resource instances or concepts. */
export type QuadChunk = {
  /** N-Quads. */
  readonly text: string;
  /** The number of resource instances with statements. */
  readonly resources: number;
  /** The number of resource instances that RDF cannot express, because their model has no ontology. */
  readonly withoutOntology: number;
  /** Where the next chunk begins; null after the last one. */
  readonly next: QuadPosition | null;
};
