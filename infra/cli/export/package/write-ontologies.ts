import * as z from 'zod';

import { readPages, type PagedStatement } from '../../../../lib/data-api/read-pages.ts';
import { runQuery } from '../../../../lib/data-api/query.ts';
import type { RdfNode } from '../../../../lib/rdf/terms.ts';
import { rdfFormats } from '../../../../lib/serializers/rdf/rdf-formats.ts';
import { streamRdfGraph } from '../../../../lib/serializers/rdf/write-rdf-graph.ts';
import {
  listOntologies,
  pageOntologyTerms,
  type ExportedOntology,
} from '../queries/package-ontologies.ts';
import { configurationFile } from '../../import/ontologies/ontology-config.ts';
import { toClassNode, toPropertyNode } from './ontology-nodes.ts';
import { addFile, type PackageExport } from './package-export.ts';

const urisSchema = z.array(z.string()).readonly();

const termSchema = z.object({ uri: z.string(), label: z.string().nullable() });

const classSchema = termSchema.extend({ superClasses: urisSchema });

const propertySchema = termSchema.extend({
  domains: urisSchema,
  ranges: urisSchema,
  superProperties: urisSchema,
  inverse: z.string().nullable(),
});

const termsFile = 'ontology.xml';

/**
 * Writes each ontology as RDF Schema with its configuration, in a folder of its own.
 * @rule Imports and exports: How is an ontology written into a package, so that any import reads it?
 */
export async function writeOntologies(packageExport: PackageExport): Promise<void> {
  for (const ontology of await runQuery(packageExport.snapshot.read, listOntologies(), 1)) {
    const folder = `ontologies/${ontology.ontologyId}`;
    await addFile(packageExport, 'ontologies', `${folder}/${configurationFile}`, {
      parts: [`${JSON.stringify(toConfiguration(ontology), null, 2)}\n`],
      count: () => 1,
    });
    let count = 0;
    const terms = readTerms(packageExport, ontology, () => (count += 1));
    await addFile(packageExport, 'ontology_terms', `${folder}/${termsFile}`, {
      parts: streamRdfGraph(rdfFormats.xml, terms),
      count: () => count,
    });
  }
}

function toConfiguration({ ontologyId, name, version, namespaces }: ExportedOntology) {
  return {
    base: termsFile,
    base_id: ontologyId,
    base_name: name,
    base_version: version,
    extensions: [],
    namespaces,
  };
}

async function* readTerms(
  { snapshot }: PackageExport,
  { ontologyId }: ExportedOntology,
  onTerm: () => void,
): AsyncGenerator<RdfNode> {
  async function* readNodes(query: PagedStatement, toNode: (term: unknown) => RdfNode) {
    for await (const items of readPages(snapshot, query, 1)) {
      for (const item of items) {
        onTerm();
        yield toNode(JSON.parse(item));
      }
    }
  }
  yield* readNodes(pageOntologyTerms(ontologyId, 'class'), (term) =>
    toClassNode(classSchema.parse(term)),
  );
  yield* readNodes(pageOntologyTerms(ontologyId, 'property'), (term) =>
    toPropertyNode(propertySchema.parse(term)),
  );
}
