import type { AdNotSupported, BusinessProfileNotReady } from "./errors.ts"

/** Messages for a missing business profile when a draft is started. */
export const profileNotReadyMessages: Record<BusinessProfileNotReady["why"], string> = {
  none: "The organization has no business profile yet, and a draft starts from it. Start the analysis of its website in the dashboard, or have an operator of the service do so with adwarden profile analyse.",
  analysing: "The business profile is still being made from the website.",
  failed:
    "The last analysis of the website came to nothing, so there is no business profile to start from. Look in the dashboard what was wrong, and start it again there or with adwarden profile analyse."
}

/** Messages for a campaign that accepts no new ad. */
export const adNotSupportedMessages: Record<AdNotSupported["why"], string> = {
  imported:
    "This campaign was imported from the ad platform, and its ads are kept there. Add the ad in the ad platform, or choose a campaign that was made here.",
  competitor:
    "A competitor campaign takes no ads from a landing page: they are made with the choice of competitors in the dashboard. Choose another campaign."
}

/** The message for a queued write that cannot be withdrawn. */
export const notWithdrawnMessage = (status: string): string => {
  const next =
    status === "rejected" || status === "failed"
      ? "Nothing of it was done, so nothing is left to withdraw."
      : "Take it back with {actions.undo}; {queued_writes.get} gives its action_id."
  return `The queued write is ${status}, and only a pending one can be withdrawn. ${next}`
}
