import type { StatementReader } from '../data-api/chunks.ts';
import type { Caller } from '../model/accounts/caller.ts';
import type { TileKey } from '../model/geojson/feature-query.ts';

export type QuadSource = {
  readonly dataApi: StatementReader;
  /** The account whose rights apply. */
  readonly caller: Caller;
  /** The base URL of the service, without a slash at the end. */
  readonly baseUrl: string;
  /** The project's default language. */
  readonly language: string;
};

/**
 * The position after which reading continues. After a resource instance, it is the id of the instance with the nil UUID as the tile id.
 * In the thesaurus, it is the max UUID as the resource id with the id of the last concept as the tile id.
 */
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
