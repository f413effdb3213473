import type { CompiledGraph } from '../../../../../lib/model/graphs/compiled-graph.ts';
import type { MappedColumn, TableMapping } from './table-mapping.ts';

/** What the columns of a table are compared with. */
export type PlanContext = {
  readonly mapping: TableMapping;
  readonly graph: CompiledGraph;
  /** The tags of the languages of the service. */
  readonly languages: ReadonlySet<string>;
  /** The project's default language. */
  readonly language: string;
};

/** A column of the mapping that the file has. */
export type PlacedColumn = MappedColumn & { readonly position: number };

/** Adds what is wrong with the mapping of a table. */
export type ReportProblem = (problem: string) => void;
