import type { Chapter } from "../guard.ts"
import { codeGuards } from "./codes.ts"
import { consentGuards } from "./consent.ts"
import { fetchingGuards } from "./fetching.ts"
import { redirectGuards } from "./redirects.ts"
import { surfaceGuards } from "./surfaces.ts"
import { tokenGuards } from "./tokens.ts"

/** Every attack that we know, by what it is aimed at. */
export const chapters: ReadonlyArray<Chapter> = [
  codeGuards,
  redirectGuards,
  tokenGuards,
  consentGuards,
  fetchingGuards,
  surfaceGuards
]
