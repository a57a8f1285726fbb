import type { FastifyRequest } from 'fastify';

export type Input = FastifyRequest;
