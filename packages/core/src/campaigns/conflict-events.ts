import { recordEvents } from "../events/events.ts"

/** Records that a campaign came into a conflict, or that it is in none any more. */
export const tellConflict = (
  organization: number,
  { name, slug }: { readonly name: string; readonly slug: string },
  change: "found" | "ended"
) =>
  recordEvents(organization, {
    type: `conflict.${change}`,
    data: {
      campaign: slug,
      summary:
        change === "found"
          ? `${name} was changed in the ad platform, and waits for a decision`
          : `The changes of ${name} in the ad platform no longer wait for a decision`
    }
  })
