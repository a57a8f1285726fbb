import { isPlan } from '@coverlight/domain/plan.ts';
import { Button } from '#ui/button.tsx';

export const PlanListPage = () => isPlan('a') && <Button />;
