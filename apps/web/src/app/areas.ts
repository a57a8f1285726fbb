/** What must hold before the screens of a practice: somebody is signed in, or a manager is. */
import { createRoute } from '@tanstack/react-router';
import { guard } from './guards.ts';
import { root } from './root-route.ts';

export const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', beforeLoad: ({ location }) => guard('user', location) });
export const manager = createRoute({ getParentRoute: () => root, id: 'manager', beforeLoad: ({ location }) => guard('manager', location) });
