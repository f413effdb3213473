/** The data that a client downloads before field work (specification, "Mobile project"). */
export type DownloadConfig = {
  /** The maximum number of resource instances. */
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
  /** Independent of the dates. */
  readonly active: boolean;
  /** YYYY-MM-DD. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** A MULTIPOLYGON as well-known text, longitude first; null for no bounds. */
  readonly bounds: string | null;
  /** Ids in display order. */
  readonly cards: readonly string[];
  /** Account id; null if the account is deleted or unknown. */
  readonly createdBy: number | null;
  readonly lastEditedBy: number | null;
  /** Ids of the invited groups. */
  readonly groups: readonly number[];
  /** Ids of the invited accounts. */
  readonly users: readonly number[];
  readonly tileCache: string;
  readonly downloadConfig: DownloadConfig;
};

/** The fields that a request can set. Absent fields stay unchanged. */
export type ProjectFields = Partial<Omit<MobileProject, 'id' | 'createdBy' | 'lastEditedBy'>>;

/** The defaults of a new project. */
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

/** The message for unknown and invisible projects, so that they cannot be distinguished. */
export const projectNotFoundMessage =
  'There is no mobile project with this id to which you are invited.';
