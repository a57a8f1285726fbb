/** Health Benefit Plan Coverage: the plan as a whole. */
export const PLAN_SERVICE_TYPE = '30';
/** Of lines without a service. */
export const NO_SERVICE_NAME = 'No service named';

/** True for what is said of the plan as a whole. */
export const isPlanLevel = (code: string | null, name: string) => code === PLAN_SERVICE_TYPE || (code === null && name === NO_SERVICE_NAME);
