import { routes } from '#features/plans/plans.routes.ts';
import { createMail } from './deps.ts';

export const app = { routes, createMail };
