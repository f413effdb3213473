/** An environment variable that sets something. */
export type SettingVariable = {
  readonly name: string;
  /** The value without the variable; undefined if there is none. */
  readonly default?: string;
  /** In Markdown, for docs/settings.md. */
  readonly meaning: string;
  /** The member of `Settings` (lib/settings.ts) that a deployed function reads from it. */
  readonly setting?: string;
};
