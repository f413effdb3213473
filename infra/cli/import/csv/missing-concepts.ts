import { deriveNameUuid } from '../../../../lib/model/name-uuid.ts';
import { namespaces } from '../../../../lib/rdf/vocabulary.ts';
import type { CollectionLabel } from './queries/labels-in-cells.ts';
import { findCollectionId } from './concept-lookup.ts';
import { foldText } from './fold-text.ts';
import type { CsvNode } from './plan-columns.ts';

/** The labels of the cells of a node that no concept has. */
type MissingOfNode = {
  readonly node: CsvNode;
  readonly collectionId: string;
  /** The concept ids and labels, by folded label. */
  readonly concepts: Map<string, { readonly conceptId: string; readonly label: string }>;
};

/**
 * Labels in cells that no concept has, as concepts to be created or completed: each once for a collection, whatever its letter case.
 * @rule Imports and exports: Which concept does a cell name, and which one is created?
 */
export class MissingConcepts {
  readonly #byCollection = new Map<string, MissingOfNode>();

  /** Adds a label. @returns the id of its concept; undefined if the node has no collection */
  add(label: string, node: CsvNode): string | undefined {
    const collectionId = findCollectionId(node);
    if (collectionId === undefined) return undefined;
    const missing = this.#byCollection.get(collectionId) ?? {
      node,
      collectionId,
      concepts: new Map(),
    };
    this.#byCollection.set(collectionId, missing);
    const key = foldText(label);
    const concept = missing.concepts.get(key) ?? {
      conceptId: deriveNameUuid(collectionId, `concept ${key}`),
      label,
    };
    missing.concepts.set(key, concept);
    return concept.conceptId;
  }

  /** The labels as those of concepts that are not stored, for a dry run. Their ids stand for those of their values. */
  listLabels(language: string): readonly CollectionLabel[] {
    return [...this.#byCollection.values()].flatMap(({ collectionId, concepts }) =>
      [...concepts.values()].map(({ conceptId, label }) => ({
        collectionId,
        conceptId,
        valueId: conceptId,
        type: 'prefLabel',
        language,
        text: label,
      })),
    );
  }

  get count(): number {
    return this.#byCollection.values().reduce((sum, { concepts }) => sum + concepts.size, 0);
  }

  /**
   * Describes the concepts in SKOS (Turtle): for each collection a scheme, named like the node, with the concepts, which are members of the
   * collection.
   * @param language of the labels
   */
  toTurtle(language: string): string {
    const nodes = [...this.#byCollection.values()];
    return [`@prefix skos: <${namespaces.skos}> .`, ...nodes.flatMap(describe(language)), ''].join(
      '\n',
    );
  }
}

const describe =
  (language: string) =>
  ({ node, collectionId, concepts }: MissingOfNode): readonly string[] => {
    const scheme = reference(deriveNameUuid(collectionId, 'scheme of created concepts'));
    const literal = (text: string): string => `${JSON.stringify(text)}@${language}`;
    return [
      `${scheme} a skos:ConceptScheme ; skos:prefLabel ${literal(node.propertyName)} .`,
      ...[...concepts.values()].flatMap(({ conceptId, label }) => [
        `${reference(conceptId)} a skos:Concept ; skos:inScheme ${scheme} ; skos:topConceptOf ${scheme} ; skos:prefLabel ${literal(label)} .`,
        `${reference(collectionId)} a skos:Collection ; skos:member ${reference(conceptId)} .`,
      ]),
    ];
  };

const reference = (conceptId: string): string => `<urn:uuid:${conceptId}>`;
