import type { DataApi } from '../../data-api/client.ts';
import type { Log } from '../../log.ts';
import type { Settings } from '../../settings.ts';
import type { ClientCredentials } from '../../model/accounts/presented-client.ts';
import type { TokenGrant } from '../issue-access-token.ts';
import type { OAuthParameters } from '../parameters.ts';

/** A request to the token endpoint. */
export type GrantRequest = {
  readonly parameters: OAuthParameters;
  readonly client: ClientCredentials;
  readonly sourceAddress: string;
  readonly dataApi: DataApi;
  readonly log: Log;
  readonly settings: Settings;
};

/** Handles one `grant_type`. @throws OAuthError */
export type GrantHandler = (request: GrantRequest) => Promise<TokenGrant>;
