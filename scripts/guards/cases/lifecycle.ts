import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const links = patchesIn("packages/core/src/access/mailed-links.ts")
const deletion = patchesIn("packages/core/src/organizations/delete.ts")

const pages = testsIn("packages/web/test/dashboard/pages.test.ts")

export const lifecycleGuards: GuardGroup = {
  title: "People and organizations that change",
  guards: [
    {
      name: "email-link-password",
      attack: "Whoever reads the new address sets the person's password with the link that confirms it",
      defence: "a link to a new address is not one for a password",
      patches: [links("and new_email is null and ${live}`,", "and ${live}`,")],
      provingTests: [
        pages("changes by a link at the new address, for its person alone, and the old one gets a notice")
      ]
    },
    {
      name: "deletion-spend",
      attack: "An organization is deleted while its campaigns go on spending",
      defence: "it is refused until the ad platform has every pause",
      patches: [deletion("if (facts.maySpend > 0)", "if (facts.maySpend < 0)")],
      provingTests: [pages("is refused while campaigns can spend, and to everybody but owners")]
    }
  ]
}
