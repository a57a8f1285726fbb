import { PlanListPage } from '#features/plans/plan-list-page.tsx';

export const router = [PlanListPage];
