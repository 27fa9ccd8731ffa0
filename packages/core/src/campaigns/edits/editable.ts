import { Schema } from "effect"
import { ValidationError } from "../../contract/index.ts"
import { type Campaign, spendsOrHasSpent } from "../campaign.ts"

/**
 * Returns why the content of a campaign cannot be changed here, as the end of a sentence, or null. A launch sends
 * the content once; from then on it is changed in the platform.
 */
export const notEditable = (campaign: Campaign, written: boolean): string | null => {
  if (spendsOrHasSpent(campaign)) {
    return "was launched: its location, language, sitelinks, callouts and ad texts are changed in the ad platform"
  }
  return written ? null : "is still being written; wait until its task is completed"
}

export const editableProblem = (
  campaign: Campaign,
  written: boolean,
  path = "campaign"
): ValidationError | null => {
  const message = notEditable(campaign, written)
  return message === null ? null : new ValidationError({ fields: [{ path, message }] })
}

/** The reason for content that an undo cannot restore because of a launch. */
export const launchedSince = "The campaign was launched since; change it in the ad platform."
export const changedSince = "It was changed since."

/** Set in the input of an undo: what was there before may be incomplete, and comes back as it was. */
export const restoresField = Schema.optionalWith(Schema.Literal(true), { exact: true })

/** Node's deep comparison. An import of `node:util` would evaluate its getters, which load a dozen other modules. */
export const { isDeepStrictEqual } = process.getBuiltinModule("node:util")
