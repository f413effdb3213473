/** What a client is to fetch before it goes to the field (specification, "Mobile project"). */
export type DownloadConfig = {
  /** How many resource instances at most. */
  readonly count: number;
  readonly custom: unknown;
  readonly download: boolean;
  readonly resources: readonly unknown[];
};

/** A mobile project (specification, "Mobile project"). */
export type MobileProject = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As it was set: the dates decide nothing about it. */
  readonly active: boolean;
  /** As YYYY-MM-DD. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** A MULTIPOLYGON as well-known text, longitude first; null where the project is not bound to an area. */
  readonly bounds: string | null;
  /** Ids, in their order. */
  readonly cards: readonly string[];
  /** Ids of accounts; null where the account is gone, or was never known. */
  readonly createdBy: number | null;
  readonly lastEditedBy: number | null;
  /** Ids of the groups that are invited. */
  readonly groups: readonly number[];
  /** Ids of the accounts that are invited. */
  readonly users: readonly number[];
  readonly tileCache: string;
  readonly downloadConfig: DownloadConfig;
};

/** What may be said of a project; what is left out stays as it is. */
export type ProjectFields = Partial<Omit<MobileProject, 'id' | 'createdBy' | 'lastEditedBy'>>;

/** A project of which nothing was said but its name. */
export const defaultProject: Omit<MobileProject, 'id' | 'name'> = {
  description: '',
  active: false,
  startDate: null,
  endDate: null,
  bounds: null,
  cards: [],
  createdBy: null,
  lastEditedBy: null,
  groups: [],
  users: [],
  tileCache: '',
  downloadConfig: { count: 100, custom: null, download: false, resources: [] },
};

/** What is told of a project that is unknown, or not for the caller to know. */
export const projectNotFoundMessage =
  'There is no mobile project with this id to which you are invited.';
