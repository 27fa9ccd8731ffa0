import type { OrganizationDetail } from "../../access/organizations.ts"
import type { AttentionItem, AttentionKind, OrganizationAttention } from "../../attention/index.ts"
import type { Role } from "../../contract/index.ts"
import type { DraftLine, EmailDraft } from "../mail/email-draft.ts"
import type { NoticeName } from "./notice-names.ts"

export type NotifiedOrganization = Pick<OrganizationDetail, "name" | "slug" | "currency"> &
  Pick<OrganizationAttention, "adPlatform">

type Items<Kind extends AttentionKind> = readonly [AttentionItem<Kind>, ...ReadonlyArray<AttentionItem<Kind>>]

interface Definition<Kind extends AttentionKind> {
  readonly name: NoticeName
  /** The items that it is about. */
  readonly about: ReadonlyArray<Kind>
  /** The members who can act on it. */
  readonly roles: ReadonlyArray<Role>
  /** Whether an email tells about every present item, or only about those since the last email. */
  readonly emailTells: "all" | "new"
  /** Writes the message about some items. */
  readonly draft: (organization: NotifiedOrganization, items: Items<Kind>) => EmailDraft
}

/** One kind of notice: what it is about, to whom, and its words. Everything else is the same for all kinds. */
export interface NoticeKind extends Pick<Definition<AttentionKind>, "name" | "roles" | "emailTells"> {
  /** The subjects of its items among those of an organization. */
  readonly subjectsOf: (items: ReadonlyArray<AttentionItem>) => ReadonlyArray<string>
  /** Writes the message about some subjects, or about all (null); null if none of them lasts. */
  readonly draft: (
    organization: NotifiedOrganization,
    items: ReadonlyArray<AttentionItem>,
    subjects: ReadonlySet<string> | null
  ) => EmailDraft | null
}

export const noticeKind = <const Kind extends AttentionKind>({
  about,
  draft,
  ...kind
}: Definition<Kind>): NoticeKind => {
  const isAbout = (item: AttentionItem): item is AttentionItem<Kind> =>
    about.some((each) => each === item.kind)
  return {
    ...kind,
    subjectsOf: (items) => items.filter(isAbout).map(({ subject }) => subject),
    draft: (organization, items, subjects) => {
      const [first, ...others] = items
        .filter(isAbout)
        .filter(({ subject }) => subjects === null || subjects.has(subject))
      return first === undefined ? null : draft(organization, [first, ...others])
    }
  }
}

/** The longest list in a message; its page lists the rest. */
const maxListed = 10

/** The first lines of a list, each with a link unless it is the only one, and how many more there are. */
export const listed = (lines: ReadonlyArray<string | DraftLine>): EmailDraft["paragraphs"] => {
  const [only, ...others] = lines
  if (only !== undefined && others.length === 0)
    return [typeof only === "string" ? only : `${only.link}${only.rest}`]
  return lines.length > maxListed
    ? [...lines.slice(0, maxListed), `And ${lines.length - maxListed} more.`]
    : lines
}

/** The reason for an email, and where to turn it off. */
export const reasonFor = (roles: string): string =>
  `You get this email because you are ${roles} there. More of the kind within the next hour come together in one email. Choose your emails at Account › Notifications.`
