import type { StatementReader } from '../../../../lib/data-api/chunks.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { ConceptId } from '../../../../lib/model/ids.ts';
import {
  findExportedConcepts,
  type ExportedConceptPage,
  type ExportedConcept,
} from '../../../../lib/queries/concepts/exported-concepts.ts';
import { valueTypeNamespace } from '../../../../lib/model/uris.ts';
import { hasNoStatements, type RdfNode } from '../../../../lib/rdf/terms.ts';
import { toSkosNodes } from '../../../../lib/serializers/concepts/skos-nodes.ts';
import { rdfFormats } from '../../../../lib/serializers/rdf/rdf-formats.ts';
import type { RdfFormatName } from '../../../../lib/rdf/formats.ts';
import { streamRdfGraph } from '../../../../lib/serializers/rdf/write-rdf-graph.ts';
import { CommandError } from '../../command-error.ts';
import { toSkosConcept, type LiteralStyle } from './skos-concept.ts';

export type ConceptExportOptions = {
  /** Ids of schemes, with all their concepts, and of collections, with their members; null for the whole thesaurus. */
  readonly roots: readonly ConceptId[] | null;
  readonly format: RdfFormatName;
  readonly literals: LiteralStyle;
  readonly baseUrl: string;
  /** Called after each page with the number of its concepts. */
  readonly onPage?: (concepts: number) => void;
};

const conceptsPerPage = 500;

/**
 * Writes concepts as SKOS, in the order of their ids: the statements that were imported and, with plain literals, also the
 * statements that follow from them. One page is in memory at a time.
 * @returns the text in parts; the database is read as they are consumed
 * @throws CommandError if the thesaurus changes during the export; NotExpressibleInXml for a property that RDF/XML cannot name
 */
export function exportConcepts(
  dataApi: StatementReader,
  options: ConceptExportOptions,
): AsyncGenerator<string> {
  return streamRdfGraph(rdfFormats[options.format], streamNodes(dataApi, options));
}

async function* streamNodes(
  dataApi: StatementReader,
  options: ConceptExportOptions,
): AsyncGenerator<RdfNode> {
  const { baseUrl, literals, onPage } = options;
  for await (const concepts of streamPages(dataApi, options)) {
    for (const concept of concepts) {
      const skosNodes = toSkosNodes(
        toSkosConcept(concept, baseUrl, literals),
        valueTypeNamespace(baseUrl),
      );
      // A node that only occurs as an object of other statements has none of its own.
      yield* skosNodes.filter((node) => !hasNoStatements(node));
    }
    onPage?.(concepts.length);
  }
}

async function* streamPages(
  dataApi: StatementReader,
  { roots, literals }: ConceptExportOptions,
): AsyncGenerator<readonly ExportedConcept[]> {
  const relations = literals === 'plain' ? 'all' : 'stated';
  let lastConceptId: ConceptId | null = null;
  let firstVersion: string | undefined;
  for (;;) {
    const page: ExportedConceptPage = await runQuery(
      dataApi.read,
      findExportedConcepts(roots, lastConceptId, conceptsPerPage, relations),
    );
    const { concepts, version } = page;
    firstVersion ??= version;
    if (version !== firstVersion) {
      // Otherwise the file would mix two states of the thesaurus.
      const message = 'The thesaurus was changed during the export. Export it again.';
      throw new CommandError('changed_while_exporting', message);
    }
    yield concepts;
    if (concepts.length < conceptsPerPage) return;
    lastConceptId = concepts.at(-1)?.conceptId ?? null;
  }
}
