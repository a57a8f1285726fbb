import { test } from 'vitest';
import { planSchema } from '@coverlight/contract/plan.ts';
import { isPlan } from './plan.ts';

test('reads', () => void isPlan(planSchema.parse('a')));
