/** The stack with the role of the account for logs of API Gateway. */
export const accountStack = 'heritage-data-service-account';

export const serviceStackOf = (stage: string): string => `heritage-data-service-${stage}`;

export const databaseStackOf = (stage: string): string => `heritage-data-service-database-${stage}`;

export const alarmsStackOf = (stage: string): string => `heritage-data-service-alarms-${stage}`;
