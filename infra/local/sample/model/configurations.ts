import type { JsonObject } from '../../../../lib/model/graphs/types.ts';
import { sampleId } from '../sample-id.ts';
import { crm } from './crm.ts';

/** Resource instances of which model a node refers to, and in which sense. */
export type ReferenceDefinition = {
  readonly slug: string;
  readonly name: string;
  readonly property: string;
  readonly inverse: string;
};

/** Configuration of a concept node: the collection to choose from. */
export function fromCollection(key: string): JsonObject {
  return { rdmCollection: sampleId('concept', key) };
}

/** Configuration of a boolean node. */
export function labelled(trueLabel: string, falseLabel: string): JsonObject {
  return { trueLabel, falseLabel };
}

/** Configuration of a node that refers to resource instances of one model. */
export function referringTo({ slug, name, property, inverse }: ReferenceDefinition): JsonObject {
  return {
    graphs: [
      {
        graphid: sampleId('graph', slug),
        name,
        ontologyProperty: crm(property),
        inverseOntologyProperty: crm(inverse),
        useOntologyRelationship: true,
      },
    ],
    searchDsl: '',
    searchString: '',
  };
}
