import { Options } from "@effect/cli"

const described = (name: string, description: string): Options.Options<string> =>
  Options.text(name).pipe(Options.withDescription(description))

export const org = described("org", "Slug of the organization")
export const id = described("id", "Id of the queued write, as list shows it (qw_…)")
export const as = described("as", "E-mail of the person who decides, an owner or admin of the organization")
export const reason = described("reason", "Why not; whoever asked for the change reads it").pipe(
  Options.optional
)
