import { type AttentionItem, wordsOf } from "../../../attention/index.ts"
import { pagePaths } from "../../../contract/index.ts"
import type { EmailDraft } from "../../mail/email-draft.ts"
import { listed, type NotifiedOrganization, noticeKind, reasonFor } from "../notice-kind.ts"

const overview = (slug: string) => ({
  label: "Open the overview",
  path: pagePaths.organization(slug),
  link: null
})

const stoppedDraft = (
  { name, slug }: NotifiedOrganization,
  [first, ...others]: readonly [
    AttentionItem<"conversions_stopped">,
    ...ReadonlyArray<AttentionItem<"conversions_stopped">>
  ]
): EmailDraft => {
  const only = others.length === 0 ? first.campaign : null
  const where = first.campaign === null ? name : (only?.name ?? `${others.length + 1} campaigns of ${name}`)
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
        ? overview(slug)
        : { label: "Open the campaign", path: pagePaths.campaign(slug, only.slug), link: null },
    closing: [
      "Check the conversion tag on the website and the conversion actions in the ad platform. Automated bidding uses them too, so consider a pause until they work. Detectors give no advice that rests on conversions until then.",
      reasonFor("an owner or admin")
    ]
  }
}

/** Conversions that stopped although clicks went on, usually because tracking or a page is broken, or that fell. */
export const conversionsStoppedNotice = noticeKind({
  name: "conversions_stopped",
  about: ["conversions_stopped", "conversions_fell"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: (organization, [first, ...others]) => {
    if (first.kind === "conversions_stopped")
      return stoppedDraft(organization, [
        first,
        ...others.filter((one) => one.kind === "conversions_stopped")
      ])
    const { line, title } = wordsOf(first, organization)
    return {
      subject: `Fewer conversions than usual at ${organization.name}`,
      paragraphs: [`${title}.`, line, "Chance explains that about once in twenty weeks."],
      button: overview(organization.slug),
      closing: [reasonFor("an owner or admin")]
    }
  }
})
