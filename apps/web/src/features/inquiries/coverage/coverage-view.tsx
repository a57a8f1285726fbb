import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { shownUnder } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { Button, Text, Title } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { AlsoSaid } from './also-said.tsx';
import { BenefitFilters } from './benefit-filters.tsx';
import { type FilterChoices, NO_CHOICES, toBenefitFilter } from './benefit-filter-state.ts';
import { BenefitGroups } from './benefit-groups.tsx';
import classes from './coverage-view.module.css';
import { LevelOfCareTable } from './level-of-care-table.tsx';
import { LimitsPanel } from './limits-panel.tsx';
import { PeopleSection } from './people-section.tsx';
import { MissingBenefits, MissingStatus, PlanSection } from './plan-section.tsx';
import { PlanSwitcher } from './plan-switcher.tsx';
import { usePrinting } from './use-printing.ts';

interface CoverageViewProps {
  inquiry: Inquiry;
  coverage: Coverage;
  choices: FilterChoices;
  onChoicesChange: (choices: FilterChoices) => void;
  /** Stands between the overview of costs and the list of benefits. */
  estimate: ReactNode;
}

/** Everything that the payer said: plan or plans, costs, and every line under its service. */
export function CoverageView({ inquiry, coverage, choices, onChoicesChange, estimate }: CoverageViewProps) {
  const { plans } = coverage;
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      plans.findIndex((plan) => sameJson(plan, coverage.plan)),
    ),
  );
  const isPrinting = usePrinting();
  const shown = isPrinting ? plans : plans.slice(chosen, chosen + 1);
  return (
    <div className={classes.view}>
      {plans.length > 1 && <PlanSwitcher plans={plans} chosen={chosen} onChoose={setChosen} />}
      {plans.length === 0 && (
        <>
          <MissingStatus />
          <MissingBenefits />
          {estimate}
        </>
      )}
      {shown.map((plan, index) => (
        <PlanView
          key={plans.indexOf(plan)}
          coverage={coverage}
          plan={plan}
          choices={choices}
          onChoicesChange={onChoicesChange}
          estimate={index === 0 ? estimate : null}
        />
      ))}
      {coverage.also_said.length > 0 && (
        <div className={classes.panel}>
          <AlsoSaid lines={coverage.also_said} />
        </div>
      )}
      <div className={classes.panel}>
        <PeopleSection inquiry={inquiry} coverage={coverage} />
      </div>
    </div>
  );
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

interface PlanViewProps {
  coverage: Coverage;
  plan: Plan;
  choices: FilterChoices;
  onChoicesChange: (choices: FilterChoices) => void;
  estimate: ReactNode;
}

function PlanView({ coverage, plan, choices, onChoicesChange, estimate }: PlanViewProps) {
  const filter = useMemo(() => toBenefitFilter(choices), [choices]);
  const shown = useMemo(() => shownUnder(filter, plan), [filter, plan]);
  return (
    <>
      <div className={classes.panel}>
        <PlanSection plan={plan} />
      </div>
      {plan.benefit_groups.length === 0 ? (
        <>
          <MissingBenefits />
          {estimate}
        </>
      ) : (
        <div className={classes.columns}>
          <BenefitFilters plans={coverage.plans} choices={choices} onChange={onChoicesChange} />
          <div className={classes.filtered}>
            <Hidden count={shown.hidden} onShowAll={() => onChoicesChange(NO_CHOICES)} />
            <div className={classes.panel}>
              <LimitsPanel plan={plan} shown={shown} />
            </div>
            <div className={classes.panel}>
              <LevelOfCareTable coverage={coverage} plan={plan} shown={shown} />
            </div>
            {estimate}
            <section className={classes.benefits}>
              <Title order={2}>Benefits</Title>
              <BenefitGroups groups={shown.groups} networks={filter.networks} />
            </section>
          </div>
        </div>
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
