import type { AdNotSupported, BusinessProfileNotReady } from "./errors.ts"

/** Messages for a missing business profile when a draft is started. */
export const profileNotReadyMessages: Record<BusinessProfileNotReady["why"], string> = {
  none: "The organization has no business profile yet, and a draft starts from it. Start the analysis of its website in the dashboard under {page.profile}.",
  analysing: "The business profile is still being created from the website.",
  failed:
    "The last analysis of the website failed, so there is no business profile to start from. Check the reason in the dashboard under {page.profile}, and start it again there or with adwarden organizations analyse-website."
}

/** Messages for a campaign that accepts no new ad. */
export const adNotSupportedMessages: Record<AdNotSupported["why"], string> = {
  imported:
    "This campaign was imported from the ad platform, and its ads are managed there. Add the ad in the ad platform, or choose a campaign that was created here.",
  competitor:
    "A competitor campaign takes no ads from a landing page: they are made with the choice of competitors in the dashboard. Choose another campaign."
}

/** The message for a queued write that cannot be withdrawn. */
export const notWithdrawnMessage = (status: string): string => {
  const next =
    status === "rejected" || status === "failed"
      ? "Nothing of it was done, so nothing is left to withdraw."
      : "Undo it with {actions.undo}; {queued_writes.get} returns its action_id."
  return `The queued write is ${status}, and only a pending one can be withdrawn. ${next}`
}
