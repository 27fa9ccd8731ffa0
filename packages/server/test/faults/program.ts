import { setTimeout as sleep } from "node:timers/promises"
import { Adwarden } from "../../../cli/test/adwarden.ts"

/** One process of a program. */
export interface Life {
  readonly started: number
  /** When it was killed; null if it was not, or had ended before. */
  readonly killed: number | null
  readonly log: () => ReadonlyArray<string>
}

/** A host or a worker that is started again whenever it ends, as a service manager would. */
export class Program {
  readonly name: string
  readonly #args: ReadonlyArray<string>
  readonly #env: Readonly<Record<string, string>>
  #process!: Adwarden
  #bin: string
  #extra: Readonly<Record<string, string>> = {}
  #isStopping = false
  readonly #ended: Promise<void>
  /** Its processes, the current one last. */
  readonly lives: Array<Life & { killed: number | null; hasEnded: boolean }> = []

  constructor(name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, bin: string) {
    this.name = name
    this.#args = args
    this.#env = env
    this.#bin = bin
    this.#start()
    this.#ended = this.#supervise()
  }

  /** The log lines of all its processes that contain a text. */
  logLinesWith(text: string): ReadonlyArray<string> {
    return this.lives.flatMap(({ log }) => log().filter((line) => line.includes(text)))
  }

  kill(): void {
    const life = this.lives.at(-1)!
    if (!life.hasEnded) life.killed ??= Date.now()
    this.#process.signal("SIGKILL")
  }

  async freeze(millis: number): Promise<void> {
    const frozen = this.#process
    frozen.signal("SIGSTOP")
    await sleep(millis)
    frozen.signal("SIGCONT")
  }

  /** Starts it again with these variables in addition. */
  restartWith(extra: Readonly<Record<string, string>>): void {
    this.#extra = extra
    this.kill()
  }

  /** Ends it as an operator would, and starts another version in its place. Resolves once the first one has ended. */
  async replaceBy(bin: string): Promise<void> {
    this.#bin = bin
    const replaced = this.#process
    replaced.signal("SIGTERM")
    await replaced.ended
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#process.signal("SIGCONT")
    this.#process.signal("SIGTERM")
    const late = setTimeout(() => this.kill(), 20_000)
    await this.#ended
    clearTimeout(late)
  }

  #start(): void {
    const started = new Adwarden(this.#args, { ...this.#env, ...this.#extra }, "/", this.#bin)
    this.#process = started
    const log = () => `${started.out}\n${started.err}`.split("\n")
    this.lives.push({ started: Date.now(), killed: null, hasEnded: false, log })
  }

  async #supervise(): Promise<void> {
    for (;;) {
      await this.#process.ended
      this.lives.at(-1)!.hasEnded = true
      if (this.#isStopping) return
      await sleep(200)
      this.#start()
    }
  }
}
