import { type Detector, withDefaultOptions } from "../../../contract/index.ts"
import type { Detection, DetectorRule } from "../detection.ts"
import type { CampaignView } from "../view.ts"
import { exactMatch } from "./exact-match.ts"
import { highCpc } from "./high-cpc.ts"
import { hipo } from "./hipo.ts"
import { keywordCount } from "./keyword-count.ts"
import { negativeKeywords } from "./negative-keywords.ts"
import { newKeywords } from "./new-keywords.ts"
import { noConversionKeywords } from "./no-conversion-keywords.ts"
import { optimizedKeywords } from "./optimized-keywords.ts"
import { tcpa } from "./tcpa.ts"
import { zeroImpression } from "./zero-impression.ts"

export const rules: { readonly [D in Detector]: DetectorRule<D> } = {
  high_cpc: highCpc,
  no_conversion_keywords: noConversionKeywords,
  zero_impression: zeroImpression,
  negative_keywords: negativeKeywords,
  tcpa,
  exact_match: exactMatch,
  hipo,
  keyword_count: keywordCount,
  optimized_keywords: optimizedKeywords,
  new_keywords: newKeywords
}

/** Runs a detector with the given options and the contract's defaults. */
export const detect = <D extends Detector>(
  detector: D,
  view: CampaignView,
  given: Readonly<Record<string, unknown>> = {}
): Detection => {
  const rule: DetectorRule<D> = rules[detector]
  return rule(view, withDefaultOptions(detector, given))
}
