import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { Title } from '@mantine/core';
import { FactList } from './line-source.tsx';
import classes from './record-differences.module.css';

/** Where what was typed differs from what the payer has on file (docs/product.md 2.9). */
export function RecordDifferences({ warnings }: { warnings: readonly CoverageWarning[] }) {
  const differing = warnings.filter((warning) => warning.kind === 'records-differ');
  if (differing.length === 0) return null;
  return (
    <section className={classes.differences}>
      <Title order={2}>Update your records</Title>
      {differing.map((warning) => (
        <FactList key={warning.title} facts={warning.facts} />
      ))}
    </section>
  );
}
