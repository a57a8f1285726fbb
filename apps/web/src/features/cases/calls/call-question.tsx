import { CALL_UNITS, type CallQuestion, type CallValue } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Choice } from '#ui/choice.tsx';
import { Said } from './call-preparation.tsx';
import { type CallUnit, fieldType, readTyped, typedText, usualUnit } from './call-value.ts';
import classes from './calls.module.css';

interface CallQuestionProps {
  question: CallQuestion;
  /** "Question 3 of 14". */
  place: string;
  value: CallValue | undefined;
  /** An answer, after which the next question shows. */
  onValue: (value: CallValue) => void;
  onClear: () => void;
  /** Without an answer. */
  onNext: () => void;
  onBack?: () => void;
}

const FIELD_LABELS = { money: 'Dollars', percent: 'Percent', count: 'How many', date: 'Which day', text: 'What was said' } as const;

/**
 * One question, answered by one key: y, n and u while nothing is typed, digits and Enter for amounts, Page Up and Page Down without an
 * answer. The keys work inside the question only (WCAG 2.1.4), and each has its button.
 */
export function CallQuestionView({ question, place, value, onValue, onClear, onNext, onBack }: CallQuestionProps) {
  const type = fieldType(question);
  const titleId = useId();
  const [typed, setTyped] = useState(() => (value?.type === 'text' && type !== 'text' ? '' : typedText(value)));
  const [words, setWords] = useState(() => (value?.type === 'text' && type !== 'text' ? value.text : ''));
  const [unit, setUnit] = useState<CallUnit>(value?.type === 'count' ? value.unit : usualUnit(question));
  const [fault, setFault] = useState<string | null>(null);
  const first = useRef<HTMLInputElement & HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);

  const has = (wanted: CallValue['type']) => question.types.includes(wanted);
  const short = [
    { type: 'yes', key: 'y', label: 'Yes' },
    { type: 'no', key: 'n', label: has('yes') ? 'No' : 'None' },
    { type: 'unknown', key: 'u', label: 'Could not tell' },
  ] as const;
  const offered = short.filter((one) => has(one.type));

  const goOn = () => {
    if (words.trim() !== '') return onValue({ type: 'text', text: words.trim() });
    if (typed.trim() === '') {
      if (value !== undefined && value.type !== 'yes' && value.type !== 'no' && value.type !== 'unknown') onClear();
      return onNext();
    }
    const read = readTyped(question, typed, unit);
    if ('fault' in read) return setFault(read.fault);
    return onValue(read.value);
  };
  const handleKey = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const isField = target instanceof HTMLInputElement;
    const isText = isField && (type === 'text' || target.name === 'words');
    const chosen = offered.find(({ key }) => key === event.key.toLowerCase());
    // What is typed as words may begin with any letter.
    if (chosen !== undefined && !(target instanceof HTMLSelectElement) && !isText && (!isField || target.value === '')) {
      event.preventDefault();
      onValue({ type: chosen.type });
    } else if (event.key === 'Enter' && isField) {
      event.preventDefault();
      goOn();
    } else if (event.key === 'PageDown') {
      event.preventDefault();
      goOn();
    } else if (event.key === 'PageUp' && onBack) {
      event.preventDefault();
      onBack();
    }
  };
  return (
    // The buttons and fields take the keys; the question only hears them on their way up.
    <div role="presentation" onKeyDown={handleKey}>
      <section aria-labelledby={titleId} className={classes.card}>
        <Text size="sm" c="dimmed">
          {place}
          {question.company !== null && `, for ${question.company} to say`}
        </Text>
        <Title order={2} id={titleId}>
          {question.words}
        </Title>
        {question.said === null ? (
          <span className={classes.said}>The answers say nothing of it.</span>
        ) : (
          <Said said={question.said} by={question.said_by} />
        )}
        {type !== null && (
          <Group align="flex-end" gap="sm">
            <TextInput
              ref={first}
              label={FIELD_LABELS[type as keyof typeof FIELD_LABELS]}
              name="value"
              inputMode={type === 'text' || has('date') ? 'text' : 'decimal'}
              autoComplete="off"
              maxLength={type === 'text' ? 1000 : 20}
              value={typed}
              error={fault}
              className={type === 'text' ? classes.wide : undefined}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setFault(null);
              }}
            />
            {type === 'count' && (
              <Choice label="Unit" value={unit} options={CALL_UNITS.map((one) => ({ value: one, label: one }))} onChange={setUnit} />
            )}
          </Group>
        )}
        <Group gap="xs">
          {offered.map(({ type: answer, key, label }, index) => (
            <Button
              key={answer}
              {...(type === null && index === 0 ? { ref: first } : {})}
              variant={value?.type === answer ? 'filled' : 'default'}
              aria-pressed={value?.type === answer}
              aria-keyshortcuts={key}
              rightSection={
                <kbd className={classes.key} aria-hidden>
                  {key.toUpperCase()}
                </kbd>
              }
              onClick={() => onValue({ type: answer })}
            >
              {label}
            </Button>
          ))}
        </Group>
        {has('text') && type !== 'text' && (
          <TextInput
            label="Or in words"
            name="words"
            autoComplete="off"
            maxLength={1000}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
        )}
        <Group gap="xs">
          {onBack && (
            <Button variant="subtle" onClick={onBack}>
              Back
            </Button>
          )}
          <Button variant="default" onClick={goOn}>
            {typed.trim() === '' && words.trim() === '' && value === undefined ? 'Skip' : 'Next'}
          </Button>
        </Group>
        <p className={classes.keys}>
          Keys: {offered.map(({ key }) => key).join(', ')} while the field is empty; Enter goes on, Page Down skips, Page Up goes back.
        </p>
      </section>
    </div>
  );
}
