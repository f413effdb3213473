import type { Labels, ValueReferences } from '../datatypes/datatype.ts';
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
  /** The resource instances whose names its stored name contains directly. */
  readonly namedResources: (resourceId: string) => readonly string[];
};

/**
 * Computes the descriptors of resource instances, for requests, imports and refreshes. A name that contains other
 * names of the batch is computed after them.
 * A name never contains itself: if the name of B contains that of A, directly or not, the descriptors of A use the
 * name of B without the names of others. So circles end, and the result does not depend on the starting point.
 * @returns by resource id
 */
export function computeDescriptors(
  items: readonly DescriptorInput[],
  sources: NamingSources,
): ReadonlyMap<string, ComputedDescriptors> {
  const naming = new Naming(items, sources);
  return new Map(
    items.map((item) => [
      item.resourceId,
      { texts: naming.textsOf(item), basis: naming.basisOf(item) },
    ]),
  );
}

/** Collects the concept values, and the resource instances outside of the batch, that the descriptors refer to. */
export function collectReferences(items: readonly DescriptorInput[]): ValueReferences {
  const own = new Set(items.map(({ resourceId }) => resourceId));
  const found = items.flatMap((item) =>
    descriptorKinds.map(([template]) => referencesOf(item, template)),
  );
  return {
    conceptValues: unique(found.flatMap(({ conceptValues }) => conceptValues)),
    resources: unique(found.flatMap(({ resources }) => resources)).filter((id) => !own.has(id)),
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

type NameOf = (resourceId: string) => ResourceNames;

class Naming {
  readonly #items: ReadonlyMap<string, DescriptorInput>;
  readonly #sources: NamingSources;
  readonly #names = new Map<string, ResourceNames>();
  readonly #within = new Map<string, ReadonlySet<string>>();

  constructor(items: readonly DescriptorInput[], sources: NamingSources) {
    this.#items = new Map(items.map((item) => [item.resourceId, item]));
    this.#sources = sources;
  }

  textsOf(item: DescriptorInput): Descriptors {
    const names = this.#namesOf(item.resourceId);
    const others = this.#filled(item, ['description', 'mapPopup'], this.#nameIn(item));
    const languages = new Set([...Object.keys(names), ...Object.keys(others)]);
    return Object.fromEntries(
      [...languages].map((language) => {
        const name = names[language];
        return [language, { ...(name === undefined ? {} : { name }), ...others[language] }];
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
      values: Object.fromEntries(concepts.map(([id, found]) => [id, conceptValueState(found)])),
      concepts: unique(concepts.flatMap(([, found]) => found?.conceptId ?? [])),
      resources: Object.fromEntries(
        resources.map((id) => [id, resourceState(this.#namesOf(id), this.#withinOf(id))]),
      ),
    };
  }

  #namesOf(resourceId: string): ResourceNames {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.names(resourceId);
    const known = this.#names.get(resourceId);
    if (known !== undefined) return known;
    const names = extractNames(this.#filled(item, ['name'], this.#nameIn(item)));
    this.#names.set(resourceId, names);
    return names;
  }

  /** The names of other resource instances for use in the descriptors of this one. */
  #nameIn({ resourceId }: DescriptorInput): NameOf {
    return (other) =>
      other === resourceId || this.#withinOf(other).has(resourceId)
        ? this.#ownNames(other)
        : this.#namesOf(other);
  }

  /** The name without the names of others. */
  #ownNames(resourceId: string): ResourceNames {
    const item = this.#items.get(resourceId);
    const names =
      item === undefined
        ? this.#sources.names(resourceId)
        : extractNames(this.#filled(item, ['name'], () => ({})));
    return Object.fromEntries(
      Object.entries(names).flatMap(([language, { own, ...name }]) => {
        const alone = name.resources.length === 0 ? name : own;
        return alone === undefined ? [] : [[language, { ...alone, resources: [] }]];
      }),
    );
  }

  #filled(
    { model, tiles }: DescriptorInput,
    templates: readonly (keyof CompiledDescriptors)[],
    nameOf: NameOf,
  ): Descriptors {
    const none: CompiledDescriptors = { name: null, description: null, mapPopup: null };
    const wanted = templates.map((template) => [template, model.descriptors[template]]);
    const labels: Labels = {
      conceptValue: (valueId) => this.#sources.concept(valueId.toLowerCase()),
      resourceName: (id) => {
        const names = Object.entries(nameOf(id.toLowerCase()));
        if (names.length === 0) return undefined;
        return Object.fromEntries(names.map(([language, { value }]) => [language, value]));
      },
    };
    return fillTemplates(
      { nodes: model.nodes, descriptors: { ...none, ...Object.fromEntries(wanted) } },
      tiles,
      labels,
      needsBy(nameOf),
      this.#sources.languages,
    );
  }

  #withinOf(resourceId: string): ReadonlySet<string> {
    const known = this.#within.get(resourceId);
    if (known !== undefined) return known;
    const within = new Set<string>();
    const waiting = [...this.#namedIn(resourceId)];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (within.has(next)) continue;
      within.add(next);
      waiting.push(...this.#namedIn(next));
    }
    this.#within.set(resourceId, within);
    return within;
  }

  #namedIn(resourceId: string): readonly string[] {
    const item = this.#items.get(resourceId);
    if (item === undefined) return this.#sources.namedResources(resourceId);
    return referencesOf(item, 'name').resources;
  }
}

function needsBy(nameOf: NameOf): NameRequirements {
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
  const found = descriptorReferences(model, template, tiles);
  return {
    conceptValues: uuidsOf(found.conceptValues),
    resources: uuidsOf(found.resources).filter((id) => id !== resourceId),
  };
}

function uuidsOf(ids: readonly string[]): readonly string[] {
  return unique(ids.filter((id) => isUuid(id)).map((id) => id.toLowerCase()));
}

function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].toSorted();
}
