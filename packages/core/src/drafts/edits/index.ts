import { registerEdits } from "../../changes/registries.ts"
import { readPagesEdit } from "../read-pages.ts"
import { createAdEdit } from "./create-ad.ts"
import { createDraftEdit } from "./create-draft.ts"
import { discardDraftEdit, restoreDraftEdit } from "./discard-draft.ts"
import { removeAdEdit, restoreAdEdit } from "./remove-ad.ts"

/** Registers the kinds of edit that drafts own. */
export const registerDraftEdits = registerEdits(
  createDraftEdit,
  discardDraftEdit,
  restoreDraftEdit,
  createAdEdit,
  removeAdEdit,
  restoreAdEdit,
  readPagesEdit
)
