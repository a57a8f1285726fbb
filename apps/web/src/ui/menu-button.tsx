/** A button that opens a menu of links and actions, by mouse and by keyboard alike. A fifth of the bytes of the kit's own, which every signed-in screen would load. */
import { Button } from '@mantine/core';
import { useClickOutside } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './menu-button.module.css';

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

/** `children` are elements with role="menuitem" and the class MENU_ITEM. Choosing one closes the menu. */
export function MenuButton({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const root = useClickOutside<HTMLDivElement>(() => setIsOpen(false));
  useEffect(() => {
    if (isOpen) itemsOf(menu.current)[0]?.focus();
  }, [isOpen]);

  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') setIsOpen(false);
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const all = itemsOf(menu.current);
    all[step(all.indexOf(document.activeElement as HTMLElement), all.length)]?.focus();
  };
  return (
    <div ref={root} className={classes.root}>
      <Button
        ref={button}
        variant="subtle"
        className={classes.button}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setIsOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen && (
        // The items take the keys; the menu itself only hears them on their way up.
        <div
          ref={menu}
          id={menuId}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classes.menu}
          onKeyDown={handleKey}
          onClick={close}
        >
          {children}
        </div>
      )}
    </div>
  );
}

export const MENU_ITEM = classes.item;
