import { baseUrl } from '../../support/service.ts';
import { pickOne, onceIn, type Draw } from '../../support/random/draw.ts';
import type { Sentinels } from './sentinels.ts';
import type { Node } from './world.ts';

type Source = { readonly draw: Draw; readonly sentinels: Sentinels };

type Terms = Pick<Node, 'ontologyClass' | 'ontologyProperty'>;

const namespace = 'http://ontology.test/';

/** Now and then there is none, or one that is no IRI. */
function written(draw: Draw, name: string): string | null {
  if (onceIn(draw, 10)) return null;
  return onceIn(draw, 10) ? name : `${namespace}${name}`;
}

/** The class of the root of a model; some models have no ontology. */
export function makeRootClass({ draw, sentinels }: Source): string | null {
  return onceIn(draw, 6) ? null : `${namespace}${sentinels.ontologyClass()}`;
}

/** How a node is called in RDF: like one of its siblings once in a while, by its property alone or by its class, too. */
export function makeTerms({ draw, sentinels }: Source, siblings: readonly Node[]): Terms {
  const like = siblings.length > 0 && onceIn(draw, 3) ? pickOne(draw, siblings) : undefined;
  const hasSameClass = like !== undefined && onceIn(draw, 2);
  return {
    ontologyProperty:
      like === undefined ? written(draw, sentinels.ontologyProperty()) : like.ontologyProperty,
    ontologyClass: hasSameClass ? like.ontologyClass : written(draw, sentinels.ontologyClass()),
  };
}

const graphIri = (graphId: string): string => `${baseUrl}/graph/${graphId}`;

/** A name of a model that is no IRI stands below the URI of the model. */
function nameIri(name: string, graphId: string): string {
  return name.startsWith(namespace) ? name : `${graphIri(graphId)}#${name}`;
}

/** The IRI of the class of a node; empty where it has none. */
export function classIri({ ontologyClass }: Node, graphId: string): string {
  return ontologyClass === null ? '' : nameIri(ontologyClass, graphId);
}

/** The IRI of the property that leads to a node; where the model has none it is made of the node's id (ADR 020). */
export function propertyIri({ id, ontologyProperty }: Node, graphId: string): string {
  return ontologyProperty === null
    ? `${graphIri(graphId)}#node-${id}`
    : nameIri(ontologyProperty, graphId);
}
