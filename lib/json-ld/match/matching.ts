import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { NodeInstance } from '../../model/resources/resource-tree.ts';
import type { FitWorld } from './choice/fit-world.ts';
import type { Fit } from './choice/fits.ts';
import type { MatchWorld } from './match-world.ts';
import type { Model, ModelNode } from './model/model.ts';
import type { SpokenBelow } from './stored/spoken-below.ts';
import type { StoredIndex } from './stored/stored-index.ts';
import type { TilePlan, TilePlans } from './tiles/tile-plans.ts';
import type { Contents } from './values/contents.ts';
import type { ValueReader } from './values/read-value.ts';

/** One document on its way to tiles. */
export type Matching = {
  readonly world: MatchWorld;
  readonly model: Model;
  /** The URI of the resource instance, as the document writes it. */
  readonly resourceUri: string;
  readonly index: StoredIndex;
  readonly spokenBelow: SpokenBelow;
  readonly reader: ValueReader;
  readonly contents: Contents;
  readonly fitWorld: FitWorld;
  readonly fit: Fit;
  readonly plans: TilePlans;
  /** Stored tiles that the document names somewhere: they are taken. */
  readonly named: ReadonlySet<string>;
  /** New ids of tiles by those of the document, where ids are renewed. */
  readonly renewed: Map<string, string>;
  readonly problems: DocumentProblem[];
  readonly ignored: DocumentProblem[];
};

/** An instance of a node in the document whose place is decided. */
export type Placed = {
  readonly node: ModelNode;
  /** The tile that holds it; null where none does. */
  readonly plan: TilePlan | null;
  /** The instance that it continues. */
  readonly stored: NodeInstance | undefined;
};
