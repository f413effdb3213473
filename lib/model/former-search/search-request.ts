/** A condition on a node, as the reference platform's page sends it. */
export type SentNodeCondition = {
  /** In lower case. */
  readonly nodeId: string;
  /** Empty if none was sent. */
  readonly operator: string;
  /** The texts of the value, without empty ones. */
  readonly values: readonly string[];
  /** Null for all languages. */
  readonly language: string | null;
};

/** Conditions that one tile must meet. */
export type SentGroup = {
  /** Whether the group begins a new alternative. */
  readonly isAlternative: boolean;
  readonly conditions: readonly SentNodeCondition[];
};

/** A text or a concept that some value must have. */
export type SentTerm = {
  readonly kind: 'string' | 'term' | 'concept';
  readonly value: string;
  readonly nodegroupId: string | null;
  readonly isInverted: boolean;
};

export type SentPlace = {
  readonly geometry: object;
  readonly metres: number;
  readonly isInverted: boolean;
};

export type SentTime = {
  /** A date; null for no limit. */
  readonly from: string | null;
  readonly to: string | null;
  /** Null for all nodes with dates. */
  readonly nodeId: string | null;
  readonly isInverted: boolean;
};

export type SentModels = { readonly graphIds: readonly string[]; readonly isInverted: boolean };

export type SentProvisional = { readonly isProposed: boolean; readonly isInverted: boolean };

/** A search, as the addresses of the reference platform take it. */
export type FormerSearch = {
  /** Resource instances that are read directly: nothing else counts then. */
  readonly requestedIds: readonly string[] | null;
  readonly ids: readonly string[] | null;
  readonly models: SentModels | null;
  readonly terms: readonly SentTerm[];
  /** The language of texts in which terms are searched; null for all. */
  readonly language: string | null;
  readonly groups: readonly SentGroup[];
  readonly place: SentPlace | null;
  readonly time: SentTime | null;
  readonly provisional: SentProvisional | null;
};
