import {
  type AuxiliaryBenefit,
  AUXILIARY_TYPES,
  type AuxiliaryType,
  type BenefitGroup,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import { Text, Title } from '@mantine/core';
import classes from './auxiliary-lists.module.css';
import { auxiliaryWords } from './auxiliary-words.ts';
import { LineNotes } from './line-notes.tsx';
import { SourceButton } from './line-source.tsx';
import { AUXILIARY_TITLES, authorizationWords, lineTitle } from '@coverlight/domain/inquiries/coverage/line-words.ts';
import { PayerWords } from './payer-text.tsx';

const QUANTITY = ['quantity'] as const;
/** What takes cover away stands out (docs/product.md 10.2). */
const PROMINENT: ReadonlySet<AuxiliaryType> = new Set(['nonCovered', 'exclusions', 'limitations']);

/** What a service's lines say besides money, by kind. */
export function AuxiliaryLists({ auxilary, service }: { auxilary: BenefitGroup['auxilary']; service: string }) {
  return AUXILIARY_TYPES.filter((type) => (auxilary[type] ?? []).length > 0).map((type) => (
    <div key={type} className={classes.kind} data-prominent={PROMINENT.has(type) || undefined}>
      <Title order={4} className={classes.title}>
        {AUXILIARY_TITLES[type]}
      </Title>
      <ul className={classes.lines}>
        {(auxilary[type] ?? []).map((line) => (
          <AuxiliaryLine key={line.line_ids.join()} line={line} service={service} />
        ))}
      </ul>
    </div>
  ));
}

function AuxiliaryLine({ line, service }: { line: AuxiliaryBenefit; service: string }) {
  const authorization = authorizationWords(line);
  const scope = [line.network, line.level].filter((words) => words !== null);
  return (
    <li>
      <SourceButton about={lineTitle(line)} service={service} lines={[line]}>
        {auxiliaryWords(line)}
      </SourceButton>
      {scope.map((words) => (
        <Text key={words} span size="xs" c="dimmed" ms={8}>
          <PayerWords>{words}</PayerWords>
        </Text>
      ))}
      {authorization && (
        <Text span size="xs" ms={8}>
          {`Authorization: ${authorization.toLowerCase()}`}
        </Text>
      )}
      <LineNotes line={line} hides={QUANTITY} />
    </li>
  );
}
