import { registerEdits } from "../../changes/registries.ts"
import { acceptEdit, acceptFieldEdit, acceptStateEdit, keepFieldEdit } from "./accept.ts"
import { adContentEdit, adPartEdit } from "./ad-content.ts"
import { adStateEdit } from "./ad-state.ts"
import { addKeywordsEdit } from "./add-keywords.ts"
import { addNegativesEdit } from "./add-negatives.ts"
import { assetsEdit, oldAssetEdits } from "./assets.ts"
import { confirmCategoriesEdit } from "./confirm-category.ts"
import { accountEdit, languageEdit, locationsEdit } from "./content-parts.ts"
import { fieldEdit } from "./field.ts"
import { keywordStateEdit } from "./keyword-state.ts"
import { removeKeywordsEdit, removeNegativesEdit } from "./removals.ts"
import { restoreNegativesEdit } from "./restore-negatives.ts"
import { stateEdit } from "./state.ts"
import { transferKeywordsEdit } from "./transfer-keywords.ts"

/** Registers the kinds of edit that campaigns own. */
export const registerCampaignEdits = registerEdits(
  fieldEdit,
  stateEdit,
  acceptFieldEdit,
  acceptStateEdit,
  keepFieldEdit,
  acceptEdit,
  addNegativesEdit,
  removeNegativesEdit,
  restoreNegativesEdit,
  addKeywordsEdit,
  removeKeywordsEdit,
  keywordStateEdit,
  transferKeywordsEdit,
  adStateEdit,
  adContentEdit,
  adPartEdit,
  assetsEdit,
  ...oldAssetEdits,
  accountEdit,
  locationsEdit,
  languageEdit,
  confirmCategoriesEdit
)
