/** Who is asking, as one look-up of the session answers it. */
export interface Viewer {
  sessionId: string;
  userId: string;
  organizationId: string;
  isAdmin: boolean;
  isManager: boolean;
  isRestricted: boolean;
  permReimbursements: boolean;
  hasCurrentTerms: boolean;
  hasActiveSubscription: boolean;
  hasFeatureReimbursement: boolean;
  hasOverrideReimbursement: boolean;
  /** A second factor is still due: only the calls that give it are open. */
  secondFactorDue: boolean;
  /** It has to be made first: the calls for that are open, too. */
  mayEnrol: boolean;
}

/** The rows a viewer may reach: a restricted user only its own (product.md 6). */
export interface Scope {
  organizationId: string;
  userId: string;
  restricted: boolean;
}

export const scopeOf = (viewer: Viewer): Scope => ({
  organizationId: viewer.organizationId,
  userId: viewer.userId,
  restricted: viewer.isRestricted,
});
