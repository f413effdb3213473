/** The stack with the role with which API Gateway writes logs. There is one for the whole account. */
export const accountStackName = 'heritage-data-service-account';

export const serviceStackName = (stage: string): string => `heritage-data-service-${stage}`;

export const databaseStackName = (stage: string): string =>
  `heritage-data-service-database-${stage}`;

/** docs/front.md deploys it. */
export const frontStackName = (stage: string): string => `heritage-data-service-front-${stage}`;

export const alarmsStackName = (stage: string): string => `heritage-data-service-alarms-${stage}`;
