/** The nodegroups with invented risks, measures and contacts, by the alias of their collector. */
const restrictedNodegroupIds = {
  condition_risk: '5f54e19f-3b2e-5eb4-a0fb-482f25446616',
  proposed_measure: '0ef7cdfd-b7f6-53e4-adcf-e2c8285b21cc',
  custodian_contact: '3a61808f-6fa1-55b0-a199-ef21be173f5c',
};

/** The nodegroups of the sample that Guest may not read. */
export const restrictedNodegroups: readonly string[] = Object.values(restrictedNodegroupIds);

/** The resource instance of Stonehenge, which shows many features of the service. */
export const exampleResourceId = '493bfbb8-7a3b-5058-867d-270d8723152e';

/** A mobile project that editors and exporters are invited to. */
export const exampleProjectId = '6d0f1c9a-4e2b-4b57-9a3e-8c5d7f21b604';
