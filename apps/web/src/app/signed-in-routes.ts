/** Whom a path is for: every path of signed-in people hangs below one of these (docs/product.md 2.1). */
import { createRoute } from '@tanstack/react-router';
import { guard } from './guards.ts';
import { root } from './root-route.ts';

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: ({ location }) => guard('user', location) });
export const manager = createRoute({ getParentRoute: () => root, id: 'manager', beforeLoad: ({ location }) => guard('manager', location) });
