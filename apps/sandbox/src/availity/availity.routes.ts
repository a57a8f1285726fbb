/** Availity's REST interface: token, payer list, configurations and coverages, as strict as its published description. */

import { STATUS_CODES } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.ts';
import { scenarioOf } from '../coverage/scenario.ts';
import type { SandboxPayer } from '../payers/payers.ts';
import { hashText } from '../seeded-random.ts';
import { noteRefusal, openVendorScope, statusOfError } from '../vendor-scope.ts';
import { configurationOf } from './configuration.ts';
import { coverageBody, coverageSummary } from './coverage-body.ts';
import { readCoverageForm } from './coverage-form.ts';
import { AvailityRefusal, errorResponse } from './errors.ts';
import { pageOf, readPaging } from './paging.ts';
import { listedPayers, payerRow } from './payer-list.ts';
import { createStoredCoverages, type StoredCoverage } from './stored-coverages.ts';
import { createTokens } from './tokens.ts';

export const AVAILITY_PATH = '/availity/v1';

export async function registerAvaility(scope: FastifyInstance, context: SandboxContext): Promise<void> {
  const tokens = createTokens(context.clock, context.clientId, context.clientSecret);
  openVendorScope(scope, 'availity', context, (status) => errorResponse(status, 'The request could not be served.'));
  acceptFormsOnly(scope);
  answerErrors(scope, context);

  scope.post('/token', async (request, reply) => {
    const { status, body } = tokens.grant(formOf(request));
    if (status !== 200) noteRefusal(request, `token: ${String(body['error'])}`);
    return reply.code(status).send(body);
  });

  await scope.register(async (signedIn) => {
    signedIn.addHook('preHandler', async (request) => tokens.check(request.headers.authorization));
    registerDirectories(signedIn, context);
    registerCoverages(signedIn, context);
  });
}

function acceptFormsOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    request.sandboxBody = text;
    return new URLSearchParams(text);
  });
}

const formOf = (request: FastifyRequest) => (request.body instanceof URLSearchParams ? request.body : new URLSearchParams());

function answerErrors(scope: FastifyInstance, context: SandboxContext): void {
  scope.setErrorHandler((error, request, reply) => {
    if (error instanceof AvailityRefusal) {
      const named = error.errors.map(({ field, errorMessage }) => `${field}: ${errorMessage}`).join('; ');
      noteRefusal(request, named || error.message);
      return reply.code(error.statusCode).send(errorResponse(error.statusCode, error.message, error.errors));
    }
    const statusCode = statusOfError(error, context);
    noteRefusal(request, STATUS_CODES[statusCode] ?? 'error');
    return reply.code(statusCode).send(errorResponse(statusCode, STATUS_CODES[statusCode] ?? 'error'));
  });
  scope.setNotFoundHandler((request, reply) => {
    noteRefusal(request, 'no such resource');
    return reply.code(404).send(errorResponse(404, "Check that you're using the proper resource."));
  });
}

function registerDirectories(scope: FastifyInstance, { payers, settings, clock }: SandboxContext): void {
  scope.get('/availity-payer-list', async (request) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const listed = listedPayers(payers, query);
    const isBare = settings.payer_list_shape === 'array';
    const page = pageOf(listed, readPaging(query, isBare ? listed.length : 50), selfUrl(request));
    const rows = page.items.map(payerRow);
    return isBare ? rows : { ...page.counts, payers: rows };
  });

  scope.get('/configurations', async (request) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const unknown = [...query.keys()].find((name) => !['type', 'subtypeId', 'payerId', 'offset', 'limit'].includes(name));
    if (unknown)
      throw new AvailityRefusal(400, 'Your request is not formed properly.', [
        { field: unknown, errorMessage: 'This parameter is not known.' },
      ]);
    if (!query.get('type'))
      throw new AvailityRefusal(400, 'Your request is not formed properly.', [{ field: 'type', errorMessage: 'This field is required.' }]);
    const payerId = query.get('payerId');
    const found = payers.filter(
      (payer) => isConfigured(payer) && query.get('type') === '270' && (payerId === null || payer.availityId === payerId),
    );
    const page = pageOf(found, readPaging(query, 50), selfUrl(request));
    const isAbbreviated = found.length > 1;
    const configurations = page.items.map((payer) => {
      const { elements, requiredFieldCombinations, ...abbreviated } = configurationOf(payer, clock.today());
      return isAbbreviated ? abbreviated : { ...abbreviated, elements, requiredFieldCombinations };
    });
    return { ...page.counts, configurations };
  });
}

const isConfigured = (payer: SandboxPayer) => payer.availityId !== null && payer.peculiarity !== 'no-configuration';

function registerCoverages(scope: FastifyInstance, context: SandboxContext): void {
  const stored = createStoredCoverages(context);

  function answer(request: FastifyRequest, coverage: StoredCoverage): { status: string; body: Record<string, unknown> } {
    const status = stored.statusOf(coverage);
    return { status, body: coverageBody(coverage, status, context.clock.today(), baseUrl(request)) };
  }

  scope.post('/coverages', async (request, reply) => {
    if (!(request.body instanceof URLSearchParams)) throw new AvailityRefusal(415, 'The body must be form-urlencoded.');
    const form = readCoverageForm(request.body, context.payers, context.clock.today());
    if (scenarioOf(form.fields['memberId'] ?? '') === 'INVALID') throw invalidRequest();
    const coverage = stored.request(form);
    const { status, body } = answer(request, coverage);
    const summary = coverageSummary(body);
    const isPending = status === '0' || status === 'R1';
    return reply.code(isPending ? 202 : 200).send(isList(coverage.form.payer, context) ? asList(summary, request) : summary);
  });

  scope.get<{ Params: { id: string } }>('/coverages/:id', async (request, reply) => {
    const coverage = stored.find(request.params.id);
    if (!coverage) throw new AvailityRefusal(404, "Check that you're using the proper resource ID.");
    const { status, body } = answer(request, coverage);
    const isPending = status === '0' || status === 'R1';
    // Whether a poll of an unfinished coverage answers 200 or 202 is not published, so payers differ.
    return reply.code(isPending && hashText(coverage.form.payer.availityName) % 2 === 0 ? 202 : 200).send(body);
  });

  scope.delete<{ Params: { id: string } }>('/coverages/:id', async (request, reply) => {
    if (!stored.remove(request.params.id)) throw new AvailityRefusal(404, "Check that you're using the proper resource ID.");
    return reply.code(204).send();
  });
}

function invalidRequest(): AvailityRefusal {
  return new AvailityRefusal(400, 'Your request is not formed properly.', [
    { field: 'memberId', code: '64', errorMessage: 'The member ID has a wrong check character.' },
    { field: 'patientBirthDate', code: '58', errorMessage: 'The birth date does not fit the member ID.' },
  ]);
}

function isList(payer: SandboxPayer, { settings }: SandboxContext): boolean {
  if (settings.coverage_shape !== 'payer') return settings.coverage_shape === 'list';
  return hashText(`${payer.availityId} shape`) % 3 === 0;
}

function asList(summary: Record<string, unknown>, request: FastifyRequest): Record<string, unknown> {
  return { totalCount: 1, count: 1, offset: 0, limit: 50, links: { self: { href: selfUrl(request) } }, coverages: [summary] };
}

const baseUrl = (request: FastifyRequest) => `http://${request.host}${AVAILITY_PATH}`;
const selfUrl = (request: FastifyRequest) => `http://${request.host}${request.url}`;
