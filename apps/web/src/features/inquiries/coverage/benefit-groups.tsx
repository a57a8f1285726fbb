import type { BenefitGroup, NetworkCode } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { countLines } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { isFolded } from '@coverlight/domain/inquiries/coverage/service-types.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { BenefitGroupSection } from './benefit-group.tsx';
import classes from './benefit-group.module.css';
import { usePrinting } from './use-printing.ts';

/** So many lines are open at first; what comes after them is one click away, so that a long answer stays quick to read. */
const OPEN_LINES = 60;

function openAtFirst(groups: readonly BenefitGroup[]): Set<BenefitGroup> {
  const open = new Set<BenefitGroup>();
  let lines = 0;
  for (const group of groups) {
    lines += countLines(group);
    if (open.size > 0 && lines > OPEN_LINES) break;
    open.add(group);
  }
  return open;
}

/** Groups in the order they come in; those of no interest to behavioural health folded and counted (docs/product.md 10.5). */
export function BenefitGroups({ groups, networks }: { groups: readonly BenefitGroup[]; networks: readonly NetworkCode[] | null }) {
  const [showsOthers, setShowsOthers] = useState(false);
  const isPrinting = usePrinting();
  const first = groups.filter((group) => !isFolded(group.code));
  const others = groups.filter((group) => isFolded(group.code));
  const open = openAtFirst(first);
  return (
    <div className={classes.groups}>
      {first.map((group) => (
        <BenefitGroupSection key={group.code ?? group.name} group={group} networks={networks} startsOpen={open.has(group)} />
      ))}
      {others.length > 0 && (
        <>
          <Button variant="default" className="no-print" aria-expanded={showsOthers} onClick={() => setShowsOthers(!showsOthers)}>
            {`${showsOthers ? 'Hide' : 'Show'} ${others.length} other ${others.length === 1 ? 'service' : 'services'}`}
          </Button>
          {!showsOthers && (
            <Text size="xs" c="dimmed" className="no-print">
              Services that are not behavioural health, such as dental or maternity care.
            </Text>
          )}
          {(showsOthers || isPrinting) &&
            others.map((group) => (
              <BenefitGroupSection key={group.code ?? group.name} group={group} networks={networks} startsOpen={false} />
            ))}
        </>
      )}
    </div>
  );
}
