import { setTimeout as sleep } from "node:timers/promises"
import { Adwarden, AdwardenError } from "../../../client/src/index.ts"
import { callOperation, operations } from "../../../client/src/operations/index.ts"
import {
  isFinal,
  isPeopleWrite,
  type RecordedCall,
  type writer
} from "../../../core/test/changes/crash/calls.ts"
import type { Answers } from "./answers.ts"
import { type DashboardForms, RefusedForm } from "./dashboard-forms.ts"

/** Sends writes to all hosts in turn, several at once, and repeats those without a final answer. */
export class Traffic {
  readonly #clients: ReadonlyArray<Adwarden>
  readonly #origins: ReadonlyArray<string>
  readonly #forms: DashboardForms | null
  readonly #writer: ReturnType<typeof writer>
  #isStopping = false
  readonly #senders: Array<Promise<void>> = []
  #turn = 0
  readonly #resting = new Set<string>()
  readonly #answers: Answers

  constructor(
    origins: ReadonlyArray<string>,
    apiKey: string,
    writes: ReturnType<typeof writer>,
    answers: Answers,
    forms: DashboardForms | null = null
  ) {
    this.#writer = writes
    this.#origins = origins
    this.#answers = answers
    this.#forms = forms
    this.#clients = origins.map(
      (baseUrl) => new Adwarden({ apiKey, baseUrl, retries: 0, attemptTimeout: 45_000, fetch: answers.fetch })
    )
  }

  start(senders: number): void {
    this.#isStopping = false
    for (let n = 0; n < senders; n++) this.#senders.push(this.#sendNew())
  }

  /** Takes a host out of rotation, as a load balancer does before it is replaced. */
  rest(origin: string): void {
    this.#resting.add(origin)
  }

  resume(origin: string): void {
    this.#resting.delete(origin)
  }

  /** The number of the next host in rotation. */
  #next(): number {
    do this.#turn = (this.#turn + 1) % this.#origins.length
    while (this.#resting.has(this.#origins[this.#turn]!))
    return this.#turn
  }

  nextOrigin(): string {
    return this.#origins[this.#next()]!
  }

  /** Ends new writes, then repeats open ones until each has an answer. */
  async finish(deadlineMillis: number): Promise<void> {
    this.#isStopping = true
    await Promise.all(this.#senders.splice(0))
    const until = Date.now() + deadlineMillis
    while (this.#writer.open().length > 0 && Date.now() < until) {
      await Promise.all(this.#writer.some(8).map((call) => this.send(call)))
      await sleep(300)
    }
  }

  /** Waits until this many more calls are answered, or for that long: the service may be down. */
  async waitForAnswers(number: number, millis = Number.POSITIVE_INFINITY): Promise<void> {
    const answered = () => this.#writer.calls.filter(({ response }) => response !== null).length
    const enough = answered() + number
    for (const until = Date.now() + millis; answered() < enough && Date.now() < until; ) await sleep(50)
  }

  /** Sends one call to the next host and records a final answer. */
  async send(call: RecordedCall): Promise<void> {
    const turn = this.#next()
    call.sent++
    call.waiting = true
    try {
      const output = isPeopleWrite(call.name)
        ? await this.#forms!.send(this.#origins[turn]!, call.name, call.values, this.#answers.fetch)
        : await callOperation(
            this.#clients[turn]!,
            operations.find(({ name }) => name === call.name)!,
            call.values
          )
      call.response ??= { n: call.n, output, error: null, replayed: false }
    } catch (error) {
      // Without a code there was no answer; the next try has the same idempotency key.
      const code =
        error instanceof AdwardenError || error instanceof RefusedForm ? error.code : "connection_failed"
      const response = { n: call.n, output: null, error: code, replayed: false }
      if (isFinal(response) && !notAnswers.has(code)) call.response ??= response
    } finally {
      call.waiting = false
    }
  }

  async #sendNew(): Promise<void> {
    while (!this.#isStopping) {
      const open = this.#writer.open().filter(({ waiting }) => !waiting)
      await this.send(open.length > 20 ? open[0]! : this.#writer.next())
      await sleep(40)
    }
  }
}

/** Outcomes of the client's own: no answer of the service arrived. */
const notAnswers = new Set(["connection_failed", "timed_out", "unreadable_answer", "rate_limited"])
