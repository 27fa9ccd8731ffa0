/** A kind of notice in a person's choices. */
export interface NoticeChoice<Name extends string = string> {
  readonly name: Name
  readonly title: string
  /** Who gets it, and when. */
  readonly hint: string
}

/** The kinds of notice that a person can turn off, in the order of the page. */
export const noticeChoices = [
  {
    name: "approval",
    title: "Changes that wait for approval",
    hint: "To owners and admins, when a key or an app asks for a change; to the person behind it, when it was decided."
  },
  {
    name: "broken_login",
    title: "Broken logins of ad accounts",
    hint: "To owners, who can reconnect them. Until then no change reaches the ad platform."
  },
  {
    name: "failed_task",
    title: "Failed tasks",
    hint: "To owners and admins, when a launch, a draft, a report or another task fails."
  },
  {
    name: "conversions_stopped",
    title: "Conversions that stopped or fell",
    hint: "To owners and admins, when clicks go on but conversions are no longer counted, or far fewer than usual."
  },
  {
    name: "delivery_stopped",
    title: "Ads that are no longer shown, and unusual spend",
    hint: "To owners and admins, when a live campaign has no impressions, its spend leaves its usual range, or clicks fall below theirs."
  },
  {
    name: "outside_change",
    title: "Changes made outside Adwarden",
    hint: "To owners and admins, when a change in the ad platform waits for a decision."
  },
  {
    name: "spend_cap",
    title: "A spend cap that is nearly used up",
    hint: "To owners and admins, when budgets commit more than 90% of the monthly cap, or the month's pace passes it."
  },
  {
    name: "new_channels",
    title: "Campaigns of other channels",
    hint: "To owners, once, when an account's campaigns on other channels than search are read for the first time."
  }
] as const satisfies ReadonlyArray<NoticeChoice>

export type NoticeName = (typeof noticeChoices)[number]["name"]

/** Sent at once, whatever the person chose: each can mean that somebody else uses a key or an account. */
export const alwaysSent: ReadonlyArray<NoticeChoice> = [
  {
    name: "key_exposed",
    title: "Keys that were found in public",
    hint: "To every owner. The key is revoked at the same moment."
  },
  {
    name: "key_expiry",
    title: "Keys that expire",
    hint: "To the key's creator, 30 days and 7 days before."
  },
  {
    name: "sign_in_changed",
    title: "Changes of your sign-in",
    hint: "To you, when your password, email address, second factor or recovery codes change."
  }
]
