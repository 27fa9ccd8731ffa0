import { Command } from "@effect/cli"
import { verify } from "./verify.ts"

export const audit = Command.make("audit").pipe(
  Command.withDescription("Look after exports of the audit trail."),
  Command.withSubcommands([verify])
)
