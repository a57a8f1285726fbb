import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { countLines, shownUnder } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { planFacts } from '@coverlight/domain/inquiries/coverage/plan-words.ts';
import { Button, Skeleton, Text } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { AlsoSaid } from './also-said.tsx';
import { AskedFacts } from './asked-facts.tsx';
import { BenefitFilters } from './benefit-filters.tsx';
import { type FilterChoices, NO_CHOICES, toBenefitFilter } from './benefit-filter-state.ts';
import { BenefitGroups } from './benefit-groups.tsx';
import { CareGrid } from './care-grid.tsx';
import classes from './coverage-view.module.css';
import { Exclusions, exclusionsOf } from './exclusions.tsx';
import { Fold } from './fold.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { MoneyLeft } from './money-left.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { PeopleSection } from './people-section.tsx';
import { MissingBenefits, MissingStatus, PlanSection } from './plan-section.tsx';
import { PlanSwitcher } from './plan-switcher.tsx';
import { usePrinting } from './use-printing.ts';
import type { ShownPlan } from './use-shown-plan.ts';

interface CoverageViewProps {
  inquiry: Inquiry;
  coverage: Coverage;
  shownPlan: ShownPlan;
  choices: FilterChoices;
  onChoicesChange: (choices: FilterChoices) => void;
  /** Stands between the answer and what it rests on. */
  estimate: ReactNode;
  /** What can be done with the answer. */
  actions: ReactNode;
}

const counted = (count: number, one: string, several: string) => (count === 1 ? `1 ${one}` : `${count} ${several}`);

/** The answer in one screen, and everything else that the payer said folded and counted below it (docs/product.md 2.9). */
export function CoverageView({ inquiry, coverage, shownPlan, choices, onChoicesChange, estimate, actions }: CoverageViewProps) {
  const { plans } = coverage;
  const { leading, chosen, choose } = shownPlan;
  const isPrinting = usePrinting();
  const shown = isPrinting ? plans : plans.slice(chosen, chosen + 1);
  const { patient, subscriber } = coverage;
  const parties = [patient && 'patient', subscriber && 'subscriber', 'payer', 'this check'].filter((part) => part !== null);
  return (
    <div className={classes.view}>
      {plans.length > 1 && <PlanSwitcher plans={plans} leading={leading} chosen={chosen} onChoose={choose} />}
      {plans.length === 0 && (
        <>
          <MissingStatus />
          <MissingBenefits />
          {actions}
          {estimate}
        </>
      )}
      {shown.map((plan, index) => (
        <PlanView
          key={plans.indexOf(plan)}
          inquiry={inquiry}
          coverage={coverage}
          plan={plan}
          choices={choices}
          onChoicesChange={onChoicesChange}
          estimate={index === 0 ? estimate : null}
          actions={index === 0 ? actions : null}
        />
      ))}
      <Fold title="People and payer" count={parties.join(', ')}>
        <AskedFacts inquiry={inquiry} />
        <PeopleSection inquiry={inquiry} coverage={coverage} />
      </Fold>
      {coverage.also_said.length > 0 && (
        <Fold title="Also said by the payer" count={counted(coverage.also_said.length, 'line', 'lines')}>
          <AlsoSaid lines={coverage.also_said} />
        </Fold>
      )}
    </div>
  );
}

interface PlanViewProps extends Omit<CoverageViewProps, 'shownPlan'> {
  plan: Plan;
}

function PlanView({ inquiry, coverage, plan, choices, onChoicesChange, estimate, actions }: PlanViewProps) {
  const filter = useMemo(() => toBenefitFilter(choices), [choices]);
  const shown = useMemo(() => shownUnder(filter, plan), [filter, plan]);
  // The answer is on the screen before the hundreds of lines it may rest on.
  const lines = useDeferredValue<typeof shown | null>(shown, null);
  const hasBenefits = plan.benefit_groups.length > 0;
  const facts = planFacts(plan).filter(({ value }) => value !== null).length;
  const exclusions = useMemo(() => exclusionsOf(shown.groups), [shown]);
  return (
    <>
      {hasBenefits ? (
        <>
          <Hidden count={shown.hidden} onShowAll={() => onChoicesChange(NO_CHOICES)} />
          <MoneyLeft inquiry={inquiry} coverage={coverage} plan={plan} shown={shown} />
          <CareGrid coverage={coverage} plan={plan} shown={shown} />
          <OpenQuestions inquiry={inquiry} coverage={coverage} plan={plan} />
        </>
      ) : (
        <MissingBenefits />
      )}
      {actions}
      {estimate}
      <Fold title="Plan and dates" count={counted(facts, 'fact', 'facts')}>
        <PlanSection plan={plan} />
      </Fold>
      {hasBenefits && (
        <>
          <Fold title="Deductible and out-of-pocket limit" count="total, met and remaining">
            <LimitsPanel plan={plan} shown={shown} />
          </Fold>
          {exclusions.length > 0 && (
            <Fold title="Exclusions" count={counted(exclusions.length, 'line', 'lines')}>
              <Exclusions exclusions={exclusions} />
            </Fold>
          )}
          <Fold
            title="All services"
            count={`${counted(shown.groups.length, 'service', 'services')}, ${counted(
              shown.groups.reduce((sum, group) => sum + countLines(group), 0),
              'line',
              'lines',
            )}`}
          >
            <BenefitFilters plans={coverage.plans} choices={choices} onChange={onChoicesChange} />
            {lines === null ? <Skeleton height={320} /> : <BenefitGroups groups={lines.groups} networks={filter.networks} />}
          </Fold>
        </>
      )}
    </>
  );
}

function Hidden({ count, onShowAll }: { count: number; onShowAll: () => void }) {
  return (
    <div role="status" className={classes.hidden}>
      {count > 0 && (
        <>
          <Text span size="sm">
            {count === 1 ? '1 line is filtered away.' : `${count} lines are filtered away.`}
          </Text>
          <Button variant="subtle" size="compact-sm" className="no-print" onClick={onShowAll}>
            Show all
          </Button>
        </>
      )}
    </div>
  );
}
