import type { FastifyInstance } from 'fastify';
import { list } from './plans.repository.ts';

export const routes = (app: FastifyInstance) => app.get('/', list);
