import type { AccountPrincipal } from '../../model/accounts/principal.ts';
import type { Preconditions } from '../../http/conditional/preconditions.ts';
import type { ResourceId } from '../../model/ids.ts';
import type { Shape } from '../../serializers/resources/resource-forms.ts';
import type { Settings } from '../../settings.ts';
import type { BodyForm } from './document-body.ts';

/** A request that brings the document of a resource instance. */
export type DocumentRequest = {
  readonly principal: AccountPrincipal;
  readonly settings: Settings;
  readonly resourceId: ResourceId;
  /** Id or slug of the model, where the path names one. */
  readonly graph: string | undefined;
  readonly body: string | undefined;
  readonly form: BodyForm;
  readonly unknown: 'refuse' | 'ignore';
  readonly missing: 'delete' | 'keep';
  /** Whether tiles of nodegroups whose card is hidden stay where the document does not have them, and are out of the answer. */
  readonly leavesHidden: boolean;
  /** `put`: the ids of the document are those of the tiles. `post`: it is a new one, and they are not. */
  readonly method: 'put' | 'post';
  readonly preconditions: Preconditions;
  readonly isDryRun: boolean;
  readonly idempotencyKey: string | undefined;
  readonly shape: Shape;
  readonly mediaType: string;
  readonly languages: readonly string[];
};
