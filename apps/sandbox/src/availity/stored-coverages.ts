/** The coverages Availity holds: each is one transaction, lives for a day by the sandbox's clock, and is what the same POST answers again. */

import { randomInt } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { normalMemberId, rejectionOf, scenarioOf, type Scenario } from '../coverage/scenario.ts';
import type { InquiryKey } from '../journal.ts';
import { hashText } from '../seeded-random.ts';
import type { CoverageForm } from './coverage-form.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface StoredCoverage {
  id: string;
  form: CoverageForm;
  scenario: Scenario;
  createdMs: number;
  expiresMs: number;
  /** null: the payer never answers. */
  answeredMs: number | null;
  /** The status it ends in: 3, 4, 7, 13, 14, 15 or 19. */
  finalStatus: string;
}

export interface StoredCoverages {
  /** The stored coverage of the same request, or a new one. One that got no answer from the payer is asked anew. */
  request(form: CoverageForm): StoredCoverage;
  find(id: string): StoredCoverage | null;
  remove(id: string): boolean;
  /** The status at this moment by the sandbox's clock. */
  statusOf(coverage: StoredCoverage): string;
}

const NO_ANSWER = new Set(['7', '13', '14', '15']);

export function createStoredCoverages({ clock, journal, answerDelayMs, slowAnswerMs }: SandboxContext): StoredCoverages {
  const byId = new Map<string, StoredCoverage>();
  const byIdentity = new Map<string, StoredCoverage>();
  const failures = new Map<string, number>();
  /** Members of TURNS that were asked about. */
  const turned = new Set<string>();

  function statusOf(coverage: StoredCoverage): string {
    const nowMs = clock.nowMs();
    if (coverage.answeredMs !== null && nowMs >= coverage.answeredMs) return coverage.finalStatus;
    return nowMs - coverage.createdMs < 2000 ? '0' : 'R1';
  }

  function dropExpired(): void {
    for (const coverage of byId.values()) if (coverage.expiresMs <= clock.nowMs()) remove(coverage.id);
  }

  function remove(id: string): boolean {
    const coverage = byId.get(id);
    if (!coverage) return false;
    byId.delete(id);
    if (byIdentity.get(coverage.form.identity) === coverage) byIdentity.delete(coverage.form.identity);
    return true;
  }

  function finalStatusOf(form: CoverageForm, scenario: Scenario): string {
    const memberId = normalMemberId(form.fields['memberId'] ?? '');
    if (form.payer.peculiarity === 'maintenance') return '15';
    if (scenario === 'DOWN') return ['7', '14', '13'][hashText(memberId) % 3] ?? '7';
    if (scenario === 'FLAKY') {
      const failed = failures.get(form.identity) ?? 0;
      failures.set(form.identity, failed + 1);
      if (failed < 2) return failed === 0 ? '14' : '7';
    }
    if (rejectionOf(scenario)) return '19';
    return form.payer.peculiarity === 'partial' ? '3' : '4';
  }

  function answeredMsOf(scenario: Scenario): number | null {
    if (scenario === 'NEVER') return null;
    return clock.nowMs() + (scenario === 'SLOW' ? slowAnswerMs : answerDelayMs);
  }

  return {
    statusOf,
    remove,
    request(form) {
      dropExpired();
      const known = byIdentity.get(form.identity);
      const scenario = scenarioOf(form.fields['memberId'] ?? '');
      const hasTurned = scenario === 'TURNS' && turned.has(form.identity);
      if (known && !NO_ANSWER.has(statusOf(known)) && !hasTurned) return known;
      turned.add(form.identity);
      const createdMs = clock.nowMs();
      const coverage: StoredCoverage = {
        // Random, so that an id kept from an earlier run of the sandbox never meets another patient's answer.
        id: String(randomInt(100_000_000_000, 999_999_999_999)),
        form,
        scenario: hasTurned ? 'INACTIVE' : scenario,
        createdMs,
        expiresMs: createdMs + LIFETIME_MS,
        answeredMs: answeredMsOf(scenario),
        finalStatus: finalStatusOf(form, scenario),
      };
      byId.set(coverage.id, coverage);
      byIdentity.set(form.identity, coverage);
      journal.countTransaction('availity', inquiryKey(form, clock.today()));
      if (NO_ANSWER.has(coverage.finalStatus)) journal.countWithoutAnswer('availity', inquiryKey(form, clock.today()));
      return coverage;
    },
    find(id) {
      dropExpired();
      return byId.get(id) ?? null;
    },
  };
}

/** An inquiry without a date is about today. */
function inquiryKey({ payer, fields, serviceTypes }: CoverageForm, today: string): InquiryKey {
  return {
    memberId: normalMemberId(fields['memberId'] ?? ''),
    payer: payer.availityId ?? '',
    date: (fields['asOfDate'] ?? today).slice(0, 10),
    serviceType: serviceTypes.toSorted().join(','),
  };
}
