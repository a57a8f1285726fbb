import { createRootRoute, redirect } from '@tanstack/react-router';
import { Shell } from './shell.tsx';

export const root = createRootRoute({ component: Shell });

export const ID = /^[0-9A-Z]{26}$/;
export const requireId = ({ params }: { params: { id: string } }) => {
  if (!ID.test(params.id)) throw redirect({ to: '/404' });
};
