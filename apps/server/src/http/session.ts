/** From a cookie to the viewer: one look-up a request (product.md 13.3). */
import { createHash, randomBytes } from 'node:crypto';
import { CURRENT_TERMS_VERSION } from '@coverlight/contract/auth/terms-version.ts';
import { subscriptionAccess, type SubscriptionStatus } from '@coverlight/domain/billing/subscription-access.ts';
import type { Database } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from './viewer.ts';

export interface SessionOptions {
  db: Database;
  clock: () => Date;
  idleMinutes: number;
  secureCookies: boolean;
  /** The platform demands a second factor of its admins. */
  adminSecondFactor: boolean;
}

/** What a session's row says of its user, as the session answers it to the browser. */
export interface SessionFacts {
  viewer: Viewer;
  email: string;
  firstName: string;
  lastName: string;
  organizationName: string;
  hasPastDueSubscription: boolean;
  /** When the session ends if nothing more is done. */
  idleEndsAt: Date;
  endsAt: Date;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
/** 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const cookieName = (kind: 'sid' | 'device', secure: boolean): string => (secure ? `__Host-${kind}` : kind);

export function readCookie(request: FastifyRequest, kind: 'sid' | 'device', secure: boolean): string | null {
  const value = request.cookies[cookieName(kind, secure)];
  return value === undefined || value === '' || value.length > 100 ? null : value;
}

export function setCookie(reply: FastifyReply, kind: 'sid' | 'device', value: string, options: { secure: boolean; expires: Date }): void {
  reply.setCookie(cookieName(kind, options.secure), value, {
    path: '/',
    httpOnly: true,
    secure: options.secure,
    sameSite: 'strict',
    expires: options.expires,
  });
}

export function clearSessionCookie(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieName('sid', secure), { path: '/', httpOnly: true, secure, sameSite: 'strict' });
}

interface SessionRow {
  session_id: string;
  last_seen_at: Date;
  ends_at: Date;
  is_factor_pending: boolean;
  is_enrolling: boolean;
  is_factor_given: boolean;
  /** Told only where one may be demanded. */
  has_factor: boolean;
  user_id: string;
  email: string;
  first_name: string;
  last_name: string;
  is_admin: boolean;
  is_manager: boolean;
  is_restricted: boolean;
  perm_reimbursements: boolean;
  tos_version: string | null;
  organization_id: string;
  organization_name: string;
  require_second_factor: boolean;
  has_override_reimbursement: boolean;
  subscription_status: SubscriptionStatus | null;
  subscription_past_due_since: Date | null;
  has_feature_reimbursement: boolean;
}

/** Whether a screen looks by itself. The browser's word: who asks can leave it out, or say it of anything. */
export const isBackground = (request: Pick<FastifyRequest, 'headers'>): boolean => request.headers['x-background'] === '1';

/** Null without a living session: none, ended, idle for too long, past its end, or its user or organization deactivated. */
export async function findSession(request: FastifyRequest, options: SessionOptions): Promise<SessionFacts | null> {
  const token = readCookie(request, 'sid', options.secureCookies);
  if (token === null) return null;
  // What no person asked for keeps nobody signed in.
  return await findSessionByToken(token, !isBackground(request), options);
}

/** `isActivity` moves the idle end. */
export async function findSessionByToken(token: string, isActivity: boolean, options: SessionOptions): Promise<SessionFacts | null> {
  const now = options.clock();
  const [row] = await options.db.lookup<SessionRow>('find-session', `SELECT * FROM find_session($1, $2, make_interval(mins => $3), $4)`, [
    hashToken(token),
    now,
    options.idleMinutes,
    isActivity,
  ]);
  return row === undefined ? null : presentFacts(row, options, now);
}

function presentFacts(row: SessionRow, { adminSecondFactor, idleMinutes }: SessionOptions, now: Date): SessionFacts {
  const isInternal = row.organization_id === INTERNAL_ORGANIZATION_ID;
  const access = subscriptionAccess(row.subscription_status, row.subscription_past_due_since, now);
  const hasActiveSubscription = isInternal || access.hasActive;
  // A demand holds for sessions that began before it, too: they are as good as half signed in.
  const isFactorDemanded = row.require_second_factor || (row.is_admin && adminSecondFactor);
  return {
    viewer: {
      sessionId: row.session_id,
      userId: row.user_id,
      organizationId: row.organization_id,
      isAdmin: row.is_admin,
      isManager: row.is_manager,
      isRestricted: row.is_restricted,
      permReimbursements: row.perm_reimbursements,
      hasCurrentTerms: row.tos_version === CURRENT_TERMS_VERSION,
      hasActiveSubscription,
      hasFeatureReimbursement: access.hasActive && row.has_feature_reimbursement,
      hasOverrideReimbursement: row.has_override_reimbursement,
      secondFactorDue: row.is_factor_pending || (isFactorDemanded && !row.is_factor_given),
      mayEnrol: row.is_enrolling || (isFactorDemanded && !row.has_factor),
    },
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    organizationName: row.organization_name,
    hasPastDueSubscription: !isInternal && access.isPastDue,
    idleEndsAt: new Date(row.last_seen_at.getTime() + idleMinutes * 60_000),
    endsAt: row.ends_at,
  };
}
