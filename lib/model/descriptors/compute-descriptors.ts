import type { LabelLookup, ValueReferences } from '../datatypes/datatype.ts';
import type { CompiledDescriptors } from '../graphs/compiled-graph.ts';
import { isUuid } from '../ids.ts';
import type { DescriptorBases, DescriptorBasis } from './descriptor-basis.ts';
import {
  fillTemplates,
  descriptorKinds,
  findDescriptorReferences,
  type Descriptors,
  type TemplateData,
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

/** A resource instance whose descriptors are computed. */
export type DescriptorInput = {
  readonly resourceId: string;
  readonly model: NamingModel;
  readonly tiles: TemplateData;
};

/** The sources of descriptors other than the tiles of the resource instance. Ids are in lower case. */
export type NamingSources = {
  /** The languages of the texts, the project's default language first. */
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
 * @rule Names and relations: How are names computed that contain other names?
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
      { texts: computation.computeTexts(item), basis: computation.computeBasis(item) },
    ]),
  );
}

/** Collects the concept values, and the resource instances outside of the batch, that the descriptors refer to. */
export function collectReferences(items: readonly DescriptorInput[]): ValueReferences {
  const batchIds = new Set(items.map(({ resourceId }) => resourceId));
  const references = items.flatMap((item) =>
    descriptorKinds.map(([template]) => findReferences(item, template)),
  );
  return {
    conceptValues: sortUnique(references.flatMap(({ conceptValues }) => conceptValues)),
    resources: sortUnique(references.flatMap(({ resources }) => resources)).filter(
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
  readonly #namesById = new Map<string, ResourceNames>();
  readonly #namedResourcesById = new Map<string, ReadonlySet<string>>();

  constructor(items: readonly DescriptorInput[], sources: NamingSources) {
    this.#items = new Map(items.map((item) => [item.resourceId, item]));
    this.#sources = sources;
  }

  computeTexts(item: DescriptorInput): Descriptors {
    const names = this.#findNames(item.resourceId);
    const otherTexts = this.#fillTemplates(
      item,
      ['description', 'mapPopup'],
      this.#createNameLookup(item),
    );
    const languages = new Set([...Object.keys(names), ...Object.keys(otherTexts)]);
    return Object.fromEntries(
      [...languages].map((language) => {
        const name = names[language];
        return [language, { ...(name === undefined ? {} : { name }), ...otherTexts[language] }];
      }),
    );
  }

  computeBasis(item: DescriptorInput): DescriptorBases {
    const kinds = descriptorKinds.filter(([template]) => item.model.descriptors[template] !== null);
    return Object.fromEntries(
      kinds.map(([template, kind]) => [kind, this.#computeTextBasis(item, template)]),
    );
  }

  #computeTextBasis(item: DescriptorInput, template: keyof CompiledDescriptors): DescriptorBasis {
    const { conceptValues, resources } = findReferences(item, template);
    const concepts = conceptValues.map((id) => [id, this.#sources.concept(id)] as const);
    return {
      publication: item.model.publicationId,
      languages: this.#sources.languages.toSorted(),
      values: Object.fromEntries(concepts.map(([id, concept]) => [id, conceptValueState(concept)])),
      concepts: sortUnique(concepts.flatMap(([, concept]) => concept?.conceptId ?? [])),
      resources: Object.fromEntries(
        resources.map((id) => [
          id,
          resourceState(this.#findNames(id), this.#findNamedResources(id)),
        ]),
      ),
    };
  }

  #findNames(resourceId: string): ResourceNames {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.names(resourceId);
    const cachedResult = this.#namesById.get(resourceId);
    if (cachedResult !== undefined) return cachedResult;
    const names = extractNames(this.#fillTemplates(item, ['name'], this.#createNameLookup(item)));
    this.#namesById.set(resourceId, names);
    return names;
  }

  /** Creates a lookup of the names of other resource instances, for use in the descriptors of this one. */
  #createNameLookup({ resourceId }: DescriptorInput): NameLookup {
    return (otherId) =>
      otherId === resourceId || this.#findNamedResources(otherId).has(resourceId)
        ? this.#findOwnNames(otherId)
        : this.#findNames(otherId);
  }

  /** Returns the names of a resource instance, without the names of other resource instances in them. */
  #findOwnNames(resourceId: string): ResourceNames {
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
    const selectedTemplates = templates.map((template) => [template, model.descriptors[template]]);
    const labels: LabelLookup = {
      conceptValue: (valueId) => this.#sources.concept(valueId),
      resourceName: (id) => {
        const names = Object.entries(nameOf(id.toLowerCase()));
        if (names.length === 0) return undefined;
        return Object.fromEntries(names.map(([language, { value }]) => [language, value]));
      },
    };
    return fillTemplates(
      {
        nodes: model.nodes,
        descriptors: { ...noTemplates, ...Object.fromEntries(selectedTemplates) },
      },
      tiles,
      labels,
      createRequirements(nameOf),
      this.#sources.languages,
    );
  }

  /** Returns the resource instances whose names are part of the name of this one, directly or not. */
  #findNamedResources(resourceId: string): ReadonlySet<string> {
    const cachedResult = this.#namedResourcesById.get(resourceId);
    if (cachedResult !== undefined) return cachedResult;
    const namedResources = new Set<string>();
    const pending = [...this.#findDirectlyNamedResources(resourceId)];
    for (
      let namedResource = pending.pop();
      namedResource !== undefined;
      namedResource = pending.pop()
    ) {
      if (namedResources.has(namedResource)) continue;
      namedResources.add(namedResource);
      pending.push(...this.#findDirectlyNamedResources(namedResource));
    }
    this.#namedResourcesById.set(resourceId, namedResources);
    return namedResources;
  }

  #findDirectlyNamedResources(resourceId: string): readonly string[] {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.namedResources(resourceId);
    return findReferences(item, 'name').resources;
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

/** Returns the distinct references of one template, without those to the resource instance itself. */
function findReferences(
  { resourceId, model, tiles }: DescriptorInput,
  template: keyof CompiledDescriptors,
): ValueReferences {
  const references = findDescriptorReferences(model, template, tiles);
  return {
    conceptValues: normaliseUuids(references.conceptValues),
    resources: normaliseUuids(references.resources).filter((id) => id !== resourceId),
  };
}

function normaliseUuids(ids: readonly string[]): readonly string[] {
  return sortUnique(ids.filter(isUuid).map((id) => id.toLowerCase()));
}

function sortUnique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].toSorted();
}
