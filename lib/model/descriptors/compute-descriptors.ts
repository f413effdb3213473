import type { LabelLookup, ValueReferences } from '../datatypes/datatype.ts';
import type { CompiledDescriptors } from '../graphs/compiled-graph.ts';
import { isUuid } from '../ids.ts';
import type { DescriptorBases, DescriptorBasis } from './descriptor-basis.ts';
import {
  fillTemplates,
  descriptorKinds,
  descriptorReferences,
  type Descriptors,
  type DescriptorSource,
  type NamingModel,
  type NameRequirements,
} from './fill-templates.ts';
import {
  conceptValueState,
  resourceState,
  type ResourceNames,
  type NamingConcept,
} from './source-state.ts';

export type ComputedDescriptors = { readonly texts: Descriptors; readonly basis: DescriptorBases };

export type DescriptorInput = {
  readonly resourceId: string;
  readonly model: NamingModel;
  readonly tiles: DescriptorSource;
};

/** The sources of descriptors other than the tiles of the resource instance. Ids are in lower case. */
export type NamingSources = {
  /** The languages of the texts. */
  readonly languages: readonly string[];
  readonly concept: (valueId: string) => NamingConcept | undefined;
  /** The stored names of a resource instance; empty if it has none or does not exist. */
  readonly names: (resourceId: string) => ResourceNames;
  /** The resource instances whose names the stored name of this one contains directly. */
  readonly namedResources: (resourceId: string) => readonly string[];
};

/**
 * Computes the descriptors of a batch of resource instances, for requests, imports and refreshes. A name that contains other
 * names of the batch is computed after those names.
 * A name never contains itself: if the name of B contains that of A, directly or not, the descriptors of A use the
 * name of B without the names in it. So cycles end, and the result does not depend on the order of computation.
 * @returns by resource id
 */
export function computeDescriptors(
  items: readonly DescriptorInput[],
  sources: NamingSources,
): ReadonlyMap<string, ComputedDescriptors> {
  const computation = new DescriptorComputation(items, sources);
  return new Map(
    items.map((item) => [
      item.resourceId,
      { texts: computation.textsOf(item), basis: computation.basisOf(item) },
    ]),
  );
}

/** Collects the concept values, and the resource instances outside of the batch, that the descriptors refer to. */
export function collectReferences(items: readonly DescriptorInput[]): ValueReferences {
  const batchIds = new Set(items.map(({ resourceId }) => resourceId));
  const references = items.flatMap((item) =>
    descriptorKinds.map(([template]) => referencesOf(item, template)),
  );
  return {
    conceptValues: sortedUnique(references.flatMap(({ conceptValues }) => conceptValues)),
    resources: sortedUnique(references.flatMap(({ resources }) => resources)).filter(
      (id) => !batchIds.has(id),
    ),
  };
}

/** Returns the names among the descriptors. */
export function extractNames(texts: Descriptors): ResourceNames {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([language, { name }]) =>
      name === undefined ? [] : [[language, name]],
    ),
  );
}

type NameLookup = (resourceId: string) => ResourceNames;

class DescriptorComputation {
  readonly #items: ReadonlyMap<string, DescriptorInput>;
  readonly #sources: NamingSources;
  readonly #names = new Map<string, ResourceNames>();
  readonly #containedById = new Map<string, ReadonlySet<string>>();

  constructor(items: readonly DescriptorInput[], sources: NamingSources) {
    this.#items = new Map(items.map((item) => [item.resourceId, item]));
    this.#sources = sources;
  }

  textsOf(item: DescriptorInput): Descriptors {
    const names = this.#namesOf(item.resourceId);
    const otherTexts = this.#fillTemplates(
      item,
      ['description', 'mapPopup'],
      this.#nameLookupFor(item),
    );
    const languages = new Set([...Object.keys(names), ...Object.keys(otherTexts)]);
    return Object.fromEntries(
      [...languages].map((language) => {
        const name = names[language];
        return [language, { ...(name === undefined ? {} : { name }), ...otherTexts[language] }];
      }),
    );
  }

  basisOf(item: DescriptorInput): DescriptorBases {
    const kinds = descriptorKinds.filter(([template]) => item.model.descriptors[template] !== null);
    return Object.fromEntries(
      kinds.map(([template, kind]) => [kind, this.#textBasis(item, template)]),
    );
  }

  #textBasis(item: DescriptorInput, template: keyof CompiledDescriptors): DescriptorBasis {
    const { conceptValues, resources } = referencesOf(item, template);
    const concepts = conceptValues.map((id) => [id, this.#sources.concept(id)] as const);
    return {
      publication: item.model.publicationId,
      languages: this.#sources.languages.toSorted(),
      values: Object.fromEntries(concepts.map(([id, concept]) => [id, conceptValueState(concept)])),
      concepts: sortedUnique(concepts.flatMap(([, concept]) => concept?.conceptId ?? [])),
      resources: Object.fromEntries(
        resources.map((id) => [id, resourceState(this.#namesOf(id), this.#containedIn(id))]),
      ),
    };
  }

  #namesOf(resourceId: string): ResourceNames {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.names(resourceId);
    const cached = this.#names.get(resourceId);
    if (cached !== undefined) return cached;
    const names = extractNames(this.#fillTemplates(item, ['name'], this.#nameLookupFor(item)));
    this.#names.set(resourceId, names);
    return names;
  }

  /** The names of other resource instances for use in the descriptors of this one. */
  #nameLookupFor({ resourceId }: DescriptorInput): NameLookup {
    return (otherId) =>
      otherId === resourceId || this.#containedIn(otherId).has(resourceId)
        ? this.#ownNames(otherId)
        : this.#namesOf(otherId);
  }

  /** The names without the names of other resource instances in them. */
  #ownNames(resourceId: string): ResourceNames {
    const item = this.#items.get(resourceId);
    const names =
      item === undefined
        ? this.#sources.names(resourceId)
        : extractNames(this.#fillTemplates(item, ['name'], () => ({})));
    return Object.fromEntries(
      Object.entries(names).flatMap(([language, { own, ...name }]) => {
        const ownText = name.resources.length === 0 ? name : own;
        return ownText === undefined ? [] : [[language, { ...ownText, resources: [] }]];
      }),
    );
  }

  #fillTemplates(
    { model, tiles }: DescriptorInput,
    templates: readonly (keyof CompiledDescriptors)[],
    nameOf: NameLookup,
  ): Descriptors {
    const noTemplates: CompiledDescriptors = { name: null, description: null, mapPopup: null };
    const selected = templates.map((template) => [template, model.descriptors[template]]);
    const labels: LabelLookup = {
      conceptValue: (valueId) => this.#sources.concept(valueId),
      resourceName: (id) => {
        const names = Object.entries(nameOf(id.toLowerCase()));
        if (names.length === 0) return undefined;
        return Object.fromEntries(names.map(([language, { value }]) => [language, value]));
      },
    };
    return fillTemplates(
      { nodes: model.nodes, descriptors: { ...noTemplates, ...Object.fromEntries(selected) } },
      tiles,
      labels,
      createRequirements(nameOf),
      this.#sources.languages,
    );
  }

  /** The resource instances whose names are part of the name, directly or not. */
  #containedIn(resourceId: string): ReadonlySet<string> {
    const cached = this.#containedById.get(resourceId);
    if (cached !== undefined) return cached;
    const contained = new Set<string>();
    const queue = [...this.#directlyContained(resourceId)];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (contained.has(next)) continue;
      contained.add(next);
      queue.push(...this.#directlyContained(next));
    }
    this.#containedById.set(resourceId, contained);
    return contained;
  }

  #directlyContained(resourceId: string): readonly string[] {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.namedResources(resourceId);
    return referencesOf(item, 'name').resources;
  }
}

function createRequirements(nameOf: NameLookup): NameRequirements {
  return (id) => {
    const names = Object.values(nameOf(id.toLowerCase()));
    return {
      nodegroups: names.flatMap(({ nodegroups }) => nodegroups),
      resources: names.flatMap(({ resources }) => resources),
    };
  };
}

/** The distinct references of one template, without those to the resource instance itself. */
function referencesOf(
  { resourceId, model, tiles }: DescriptorInput,
  template: keyof CompiledDescriptors,
): ValueReferences {
  const references = descriptorReferences(model, template, tiles);
  return {
    conceptValues: uuidsOf(references.conceptValues),
    resources: uuidsOf(references.resources).filter((id) => id !== resourceId),
  };
}

function uuidsOf(ids: readonly string[]): readonly string[] {
  return sortedUnique(ids.filter((id) => isUuid(id)).map((id) => id.toLowerCase()));
}

function sortedUnique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].toSorted();
}
