import type { JsonObject } from '../datatypes/values/json-values.ts';
import type { LabelledNode } from '../graphs/node-widget.ts';
import type { LocalizedText } from '../pick-language.ts';

/** A node whose values are in tables. */
export type TableNode = LabelledNode & {
  readonly cardName: LocalizedText | null;
  readonly datatype: string;
  readonly config: JsonObject;
  readonly nodegroupId: string;
};

/** A nodegroup whose tiles are in tables. */
export type TableNodegroup = {
  readonly nodegroupId: string;
  readonly parentNodegroupId: string | null;
  /** Alias and name of its top node, whose id it has. */
  readonly alias: string | null;
  readonly name: LocalizedText;
  /** Whether a record may have several tiles of it, because it or a nodegroup above it has the cardinality n. */
  readonly hasSeveralTiles: boolean;
};

/** A resource model as tables have it: only what the caller may read, and what cards show. */
export type TableModel = {
  readonly graphId: string;
  readonly slug: string | null;
  readonly name: LocalizedText;
  /** In the order of the model. */
  readonly nodegroups: readonly TableNodegroup[];
  /** In the order of the cards. */
  readonly nodes: readonly TableNode[];
};
