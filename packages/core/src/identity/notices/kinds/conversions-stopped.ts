import { Effect } from "effect"
import { conversionAlarms, conversionAlarmsOf } from "../../../campaigns/index.ts"
import { pagePaths } from "../../../contract/index.ts"
import { listed, type NoticeKind, reasonFor } from "../notice-kind.ts"

/** Conversions that stopped although clicks went on: usually the tracking is broken, or a page. */
export const conversionsStoppedNotice: NoticeKind = {
  name: "conversions_stopped",
  roles: ["owner", "admin"],
  emailTells: "new",
  current: conversionAlarms,
  draft: ({ id, name, slug }, subjects) =>
    Effect.gen(function* () {
      const all = yield* conversionAlarmsOf(id)
      const [first, ...others] = all.filter(({ subject }) => subjects === null || subjects.has(subject))
      if (first === undefined) return null
      const only = others.length === 0 ? first.campaign : null
      const where =
        first.campaign === null ? name : (only?.name ?? `${others.length + 1} campaigns of ${name}`)
      return {
        subject: `No conversions in ${where} since ${first.since}, although clicks go on`,
        paragraphs: [
          `No conversion was counted in ${where} since ${first.since}, although people keep clicking the ads. Chance explains that about once in a thousand cases. The usual cause is broken conversion tracking, or a page or form that no longer works.`,
          ...(others.length === 0
            ? []
            : listed([first, ...others].map((one) => `${one.campaign?.name ?? name}: since ${one.since}`)))
        ],
        button:
          only === null
            ? { label: "Open the overview", path: pagePaths.organization(slug), link: null }
            : { label: "Open the campaign", path: pagePaths.campaign(slug, only.slug), link: null },
        closing: [
          "Check the conversion tag on the website and the conversion actions in the ad platform. Automated bidding uses them too, so consider a pause until they work. Detectors give no advice that rests on conversions until then.",
          reasonFor("an owner or admin")
        ]
      }
    })
}
