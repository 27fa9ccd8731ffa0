import type { Chapter } from "../guard.ts"
import { clientDocumentGuards } from "./client-documents.ts"
import { codeGuards } from "./codes.ts"
import { consentGuards } from "./consent.ts"
import { organizationGuards } from "./organizations.ts"
import { plaintextGuards } from "./plaintext.ts"
import { redirectGuards } from "./redirects.ts"
import { surfaceGuards } from "./surfaces.ts"
import { tokenGuards } from "./tokens.ts"
import { verifiedClientGuards } from "./verified-clients.ts"
import { websiteGuards } from "./websites.ts"

/** Every attack that we know, by what it is aimed at. */
export const chapters: ReadonlyArray<Chapter> = [
  codeGuards,
  redirectGuards,
  tokenGuards,
  plaintextGuards,
  consentGuards,
  clientDocumentGuards,
  verifiedClientGuards,
  websiteGuards,
  surfaceGuards,
  organizationGuards
]
