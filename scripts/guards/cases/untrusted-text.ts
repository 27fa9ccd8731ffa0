import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const pool = patchesIn("packages/core/src/outbound/isolated/pool.ts")
const isolated = patchesIn("packages/core/src/outbound/isolated/isolated.ts")
const body = patchesIn("packages/core/src/http/body.ts")
const restBody = patchesIn("packages/rest/src/body.ts")
const text = patchesIn("packages/core/src/contract/values/text.ts")
const webhookMessage = patchesIn("packages/core/src/identity/webhook/message.ts")
const platformQuery = patchesIn("packages/core/src/platform/google-ads/query.ts")
const passages = patchesIn("packages/core/src/insight/strategy/analyse/passages.ts")

const threads = testsIn("packages/core/test/outbound/isolated.test.ts")
const bodies = testsIn("packages/core/test/http/body.test.ts")
const rest = testsIn("packages/rest/test/rest.test.ts")
const mcpInput = testsIn("packages/mcp/test/bad-input.test.ts")
const names = testsIn("packages/core/test/contract/invisible.test.ts")
const webhook = testsIn("packages/core/test/identity/webhook.test.ts")
const queries = testsIn("packages/core/test/insight/query.test.ts")
const documents = testsIn("packages/core/test/insight/strategy/documents.test.ts")

const failing = "%s fails with %s, which is not retryable, and the next job runs"

export const untrustedTextGuards: GuardGroup = {
  title: "Untrusted text",
  guards: [
    {
      name: "parse-thread",
      attack: "A website whose text takes minutes to parse blocks the process",
      defence: "text from untrusted sources is parsed in a worker thread",
      patches: [
        isolated(
          "const cancel = pool.run(",
          `void import(module).then((job) => resume(Effect.try(() => job[name](input))))
      const cancel = (() => () => {})(`
        )
      ],
      provingTests: [threads("leaves the main thread free while it runs")]
    },
    {
      name: "parse-deadline",
      attack: "A text on which the parser never ends occupies a thread forever",
      defence: "each job has a deadline",
      patches: [pool(`limit(thread, deadline, "deadline")`, "clearTimeout(thread.timer)")],
      provingTests: [threads(failing, "that never ends", "deadline")]
    },
    {
      name: "parse-memory",
      attack: "A text that parses into more than the machine's memory",
      defence: "each thread has a memory limit",
      patches: [pool("maxOldGenerationSizeMb: memory,", "maxOldGenerationSizeMb: memory + 1000,")],
      provingTests: [threads("can use memory up to its limit")]
    },
    {
      name: "parse-secrets",
      attack: "A text that takes over the code of its thread reads the process's secrets",
      defence: "the threads receive no environment variables",
      patches: [pool("env: {},", "env: process.env,")],
      provingTests: [threads("has no access to the environment, which contains secrets")]
    },
    {
      name: "parse-again",
      attack: "A text that crashes its parser is retried endlessly",
      defence: "only a thread that could not start is retried",
      patches: [isolated(`this.reason === "unavailable"`, `this.reason !== "unavailable"`)],
      provingTests: [
        threads(failing, "that never ends", "deadline"),
        threads(failing, "that takes all memory", "memory"),
        threads(failing, "that throws", "defect")
      ]
    },
    {
      name: "duplicate-members",
      attack:
        "A body contains `dry_run` twice: a proxy or a log reads one value, the service executes the other",
      defence: "a body with a duplicate member is rejected",
      patches: [body("duplicateMember(text)?.slice(0, 100) ?? null", "null")],
      provingTests: [
        bodies("is detected: %s", `{"dry_run":true,"dry_run":false}`),
        rest("a body of %s", `{"state":"live","dry_run":true,"dry_run":false}`),
        mcpInput("returns a tool error for a duplicate argument, and executes nothing")
      ]
    },
    {
      name: "duplicate-members-spelled",
      attack: "The same, with one of the names written with escapes",
      defence: "names are compared after decoding",
      patches: [body("JSON.parse(text.slice(index, end + 1)) as string", "text.slice(index + 1, end)")],
      provingTests: [bodies("JSON with a duplicate member > is detected: %s")]
    },
    {
      name: "duplicate-members-rest",
      attack: "The same over REST",
      defence: "REST rejects duplicate members too",
      patches: [restBody("if (duplicate !== null) return", "if (duplicate === undefined) return")],
      provingTests: [rest("a body of %s", `{"state":"live","dry_run":true,"dry_run":false}`)]
    },
    {
      name: "forged-chat-link",
      attack: "The name of a campaign forges a link or a mention in a message to the owners' chat",
      defence: "the characters that the chat's format reserves are escaped",
      patches: [webhookMessage(".replaceAll(/[&<>]/g, (character) => escapes[character]!)", "")],
      provingTests: [webhook("quotes texts of others so that they forge no link, mention or line")]
    },
    {
      name: "private-resource",
      attack: "A query reads people, payments or links between accounts, and names them only after FROM",
      defence: "the resource is checked as well as the fields",
      patches: [platformQuery("[resource.toLowerCase(), ...named]", "[...named]")],
      provingTests: [
        queries("refuses %s and reads nothing", "SELECT campaign.id, metrics.clicks FROM change_event")
      ]
    },
    {
      name: "invisible-names",
      attack: "Two names that look alike, or hidden words in a name",
      defence: "names have no invisible characters, except where a script or an emoji needs them",
      patches: [text("if (invisible !== null && ", "if (invisible === undefined && ")],
      provingTests: [
        names("is rejected with a %s", "zero-width space"),
        names("is rejected with a %s", "zero-width joiner between Latin letters"),
        names("is rejected with a %s", "tag characters"),
        names("is rejected with a %s", "variation selector after a letter")
      ]
    },
    {
      name: "invisible-instructions",
      attack: "A document hides an instruction from the filter with invisible characters between its letters",
      defence: "they are removed before the document is read",
      patches: [passages("withoutInvisible(content)", "content")],
      provingTests: [
        documents("leaves out a paragraph that gives instructions, completely: %s", "Our goal is 9999 leads.")
      ]
    }
  ]
}
