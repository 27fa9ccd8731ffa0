import type { GuardGroup } from "../guard.ts"
import { adAccountGuards } from "./ad-accounts.ts"
import { approvalGuards } from "./approvals.ts"
import { clientDocumentGuards } from "./client-documents.ts"
import { codeGuards } from "./codes.ts"
import { consentGuards } from "./consent.ts"
import { leakedKeyGuards } from "./leaked-keys.ts"
import { lifecycleGuards } from "./lifecycle.ts"
import { membershipGuards } from "./membership.ts"
import { organizationGuards } from "./organizations.ts"
import { peopleGuards } from "./people.ts"
import { plaintextGuards } from "./plaintext.ts"
import { platformCheckGuards } from "./platform-checks.ts"
import { redirectGuards } from "./redirects.ts"
import { surfaceGuards } from "./surfaces.ts"
import { tokenGuards } from "./tokens.ts"
import { untrustedTextGuards } from "./untrusted-text.ts"
import { verifiedClientGuards } from "./verified-clients.ts"
import { websiteGuards } from "./websites.ts"

/** All known attacks, grouped by target. */
export const guardGroups: ReadonlyArray<GuardGroup> = [
  codeGuards,
  redirectGuards,
  tokenGuards,
  plaintextGuards,
  consentGuards,
  clientDocumentGuards,
  verifiedClientGuards,
  websiteGuards,
  surfaceGuards,
  organizationGuards,
  untrustedTextGuards,
  approvalGuards,
  platformCheckGuards,
  leakedKeyGuards,
  adAccountGuards,
  peopleGuards,
  membershipGuards,
  lifecycleGuards
]
