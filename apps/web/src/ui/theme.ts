/** The look of the product. Every deviation from Mantine's own look that is here for accessibility says so. */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

/** Deep teal; shade 8 on white and white on shade 8 are above 6:1. */
const brand: MantineColorsTuple = [
  '#eaf6f6',
  '#d5eaeb',
  '#a9d5d7',
  '#79bec2',
  '#52abb0',
  '#389ea4',
  '#268389',
  '#176f75',
  '#0b5c62',
  '#04484d',
];

// The listbox scrolls by itself: Mantine's scroll area around it cannot be reached by keyboard.
const dropdown = { withScrollArea: false, styles: { options: { maxHeight: 260, overflowY: 'auto' as const } } };

/** Of every card that holds a form or a text to be read. */
export const CARD_WIDTH = 720;

export const theme = createTheme({
  primaryColor: 'brand',
  colors: { brand },
  primaryShade: 8,
  autoContrast: false,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif',
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' }, h3: { fontSize: '1rem' } } },
  respectReducedMotion: true,
  components: {
    Select: { defaultProps: { ...dropdown, withCheckIcon: true } },
    MultiSelect: { defaultProps: { ...dropdown, clearButtonProps: { 'aria-label': 'Clear the selection' } } },
    // By itself the button that shows the password cannot be reached by keyboard.
    PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password', tabIndex: 0 } } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** Mantine's error red, placeholder and dimmed greys are below 4.5:1 on white. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-dimmed': '#566069',
  },
  light: { '--mantine-color-error': '#b42318', '--mantine-color-placeholder': '#6b7280', '--mantine-color-dimmed': '#566069' },
  dark: {},
});
