import { baseUrl } from '../service.ts';
import { pickOne, onceIn, type Draw } from '../random/draw.ts';
import type { Sentinels } from './sentinels.ts';
import type { WorldNode } from './world.ts';

type Source = { readonly draw: Draw; readonly sentinels: Sentinels };

type Terms = Pick<WorldNode, 'ontologyClass' | 'ontologyProperty'>;

const namespace = 'http://ontology.test/';

/** Draws a term, which is sometimes missing and sometimes not an IRI. */
function drawTerm(draw: Draw, name: string): string | null {
  if (onceIn(draw, 10)) return null;
  return onceIn(draw, 10) ? name : `${namespace}${name}`;
}

/** Draws the class of the root; null for a model without an ontology. */
export function drawRootClass({ draw, sentinels }: Source): string | null {
  return onceIn(draw, 6) ? null : `${namespace}${sentinels.ontologyClass()}`;
}

/** Draws the class and the property of a node. Sometimes they are those of a sibling. */
export function drawTerms({ draw, sentinels }: Source, siblings: readonly WorldNode[]): Terms {
  const sibling = siblings.length > 0 && onceIn(draw, 3) ? pickOne(draw, siblings) : undefined;
  const hasSameClass = sibling !== undefined && onceIn(draw, 2);
  return {
    ontologyProperty:
      sibling === undefined
        ? drawTerm(draw, sentinels.ontologyProperty())
        : sibling.ontologyProperty,
    ontologyClass: hasSameClass ? sibling.ontologyClass : drawTerm(draw, sentinels.ontologyClass()),
  };
}

const graphIri = (graphId: string): string => `${baseUrl}/graph/${graphId}`;

/** A term of a model that is not an IRI is relative to the URI of the model. */
function nameIri(name: string, graphId: string): string {
  return name.startsWith(namespace) ? name : `${graphIri(graphId)}#${name}`;
}

/** Empty if the node has no class. */
export function classIri({ ontologyClass }: WorldNode, graphId: string): string {
  return ontologyClass === null ? '' : nameIri(ontologyClass, graphId);
}

/** Without a property in the model, the IRI contains the id of the node (ADR 020). */
export function propertyIri({ id, ontologyProperty }: WorldNode, graphId: string): string {
  return ontologyProperty === null
    ? `${graphIri(graphId)}#node-${id}`
    : nameIri(ontologyProperty, graphId);
}
