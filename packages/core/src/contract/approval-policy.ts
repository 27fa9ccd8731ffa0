/** Which changes of keys and apps wait in an organization, from the loosest. */
const approvalPolicies = ["off", "raises", "every_change"] as const
export type ApprovalPolicy = (typeof approvalPolicies)[number]

/** How a key or connected app is held: as its organization, or more strictly. From the loosest. */
export const credentialApprovals = ["organization", "raises", "every_change"] as const
export type CredentialApprovals = (typeof credentialApprovals)[number]

/** The stricter of an organization's rule and that of a key or app. It decides. */
export const stricterPolicy = (organization: ApprovalPolicy, own: CredentialApprovals): ApprovalPolicy =>
  approvalPolicies[Math.max(approvalPolicies.indexOf(organization), credentialApprovals.indexOf(own))]!

/** Whether one rule of a key or app holds more than another. */
export const isStricter = (one: CredentialApprovals, other: CredentialApprovals): boolean =>
  credentialApprovals.indexOf(one) > credentialApprovals.indexOf(other)
