/** Payers that answer through the gateway: three are reached there only, and Harborview, which is always in maintenance at Availity. */
export const CORE_PAYERS: ReadonlyMap<string, string> = new Map([
  ['LANTERN1', 'Lantern Health Cooperative'],
  ['MARINER2', 'Mariner Benefit Fund'],
  ['TIDEWTR3', 'Tidewater Schools Consortium'],
  ['HARBM', 'Harborview Health'],
]);
