/** The three levels of a member and the flags that stand for them on the wire (docs/product.md 3.1). */
export type Level = 'manager' | 'standard_user' | 'restricted_user';
export interface LevelFlags {
  is_manager: boolean;
  is_restricted: boolean;
}

export const LEVELS: ReadonlyArray<{ value: Level; label: string; description: string }> = [
  {
    value: 'manager',
    label: 'Manager',
    description: 'Manages users, providers and the subscription, and sees all inquiries of the organization.',
  },
  { value: 'standard_user', label: 'Standard user', description: 'Sees all inquiries of the organization.' },
  { value: 'restricted_user', label: 'Restricted user', description: 'Sees only the inquiries that they created.' },
];

export function flagsOf(level: Level): LevelFlags {
  return { is_manager: level === 'manager', is_restricted: level === 'restricted_user' };
}

export function levelOf({ is_manager, is_restricted }: LevelFlags): Level {
  if (is_manager) return 'manager';
  return is_restricted ? 'restricted_user' : 'standard_user';
}

export function levelName(flags: LevelFlags): string {
  return LEVELS.find(({ value }) => value === levelOf(flags))?.label ?? '';
}
