import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { CloseButton, Popover, Text } from '@mantine/core';
import { useId } from 'react';
import { type Source, SourceLines } from './source-lines.tsx';
import classes from './source-popover.module.css';

export interface Place {
  top: number;
  left: number;
  width: number;
  height: number;
}

interface SourcePopoverProps {
  inquiry: Inquiry;
  source: Source;
  place: Place;
  onClose: () => void;
}

/** The payer's own lines, beside the number they stand behind. `place` is that of the number within the page. */
export function SourcePopover({ inquiry, source, place, onClose }: SourcePopoverProps) {
  const titleId = useId();
  return (
    <Popover
      opened
      onChange={(isOpen) => !isOpen && onClose()}
      withRoles={false}
      trapFocus
      width={400}
      position="bottom-start"
      shadow="md"
      withArrow
    >
      <Popover.Target>
        <span className={classes.anchor} style={place} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <div role="dialog" aria-labelledby={titleId}>
          <div className={classes.head}>
            <Text id={titleId} fw={650} size="sm">
              Where this comes from
            </Text>
            <CloseButton aria-label="Close" size="sm" onClick={onClose} data-autofocus />
          </div>
          <SourceLines inquiry={inquiry} source={source} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
