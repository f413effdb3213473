import type { Text } from '../text.ts';
import type { JsonObject } from './values.ts';

/** The texts that values refer to by id. What a caller may not see is not in here. */
export type Labels = {
  /** The text of a concept value and the preferred labels of its concept by language. */
  readonly conceptValue: (
    valueId: string,
  ) => { readonly text: string; readonly labels: Readonly<Record<string, string>> } | undefined;
  /** The display name of a resource instance. */
  readonly resourceName: (resourceId: string) => Text | undefined;
};

export type DisplayContext = {
  /** Language tags, most wanted first; the project's default language is the last. */
  readonly languages: readonly string[];
  readonly labels: Labels;
};

/** What a display needs of the node that a value belongs to: its configuration. */
export type DisplayNode = { readonly config: JsonObject };

/** Ids that a value refers to, whose texts its display needs. */
export type References = {
  readonly conceptValues: readonly string[];
  readonly resources: readonly string[];
};

/** What the service knows of a kind of node value. One file of this folder describes one datatype. */
export type Datatype = {
  /** The name as graphs write it. */
  readonly name: string;
  /**
   * The value in words for a reader.
   * @returns null where there is nothing to show
   */
  readonly display: (value: unknown, node: DisplayNode, context: DisplayContext) => string | null;
  /** The ids whose texts display() asks for; absent where it asks for none. */
  readonly references?: (value: unknown) => References;
};
