import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import classes from './raw-data.module.css';

/** What a box was made of, folded. For admins only (docs/product.md 2.9). */
export function RawData({ title = 'Raw data', data }: { title?: string; data: unknown }) {
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  return (
    <div className={classes.raw}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} aria-controls={bodyId} onClick={() => setIsOpen(!isOpen)}>
        <IconChevronRight size={14} aria-hidden />
        {title}
      </UnstyledButton>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <pre className={classes.text}>{JSON.stringify(data, null, 2)}</pre>}
      </div>
    </div>
  );
}
