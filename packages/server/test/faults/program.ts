import { setTimeout as sleep } from "node:timers/promises"
import { Adwarden } from "../../../cli/test/adwarden.ts"

/** A host or a worker that is started again whenever it ends, as a service manager would. */
export class Program {
  readonly name: string
  readonly #args: ReadonlyArray<string>
  readonly #env: Readonly<Record<string, string>>
  #process: Adwarden
  #bin: string
  #extra: Readonly<Record<string, string>> = {}
  #isStopping = false
  readonly #ended: Promise<void>
  readonly #earlierLog: Array<string> = []

  constructor(name: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, bin: string) {
    this.name = name
    this.#args = args
    this.#env = env
    this.#bin = bin
    this.#process = this.#start()
    this.#ended = this.#supervise()
  }

  /** The log lines of all its processes that contain a text. */
  logLinesWith(text: string): ReadonlyArray<string> {
    const { err, out } = this.#process
    return [...this.#earlierLog, ...`${out}${err}`.split("\n")].filter((line) => line.includes(text))
  }

  kill(): void {
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

  /** Ends it as an operator would, and starts another version in its place. */
  replaceBy(bin: string): void {
    this.#bin = bin
    this.#process.signal("SIGTERM")
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#process.signal("SIGCONT")
    this.#process.signal("SIGTERM")
    const late = setTimeout(() => this.kill(), 20_000)
    await this.#ended
    clearTimeout(late)
  }

  #start(): Adwarden {
    return new Adwarden(this.#args, { ...this.#env, ...this.#extra }, "/", this.#bin)
  }

  async #supervise(): Promise<void> {
    for (;;) {
      const { err, out } = await this.#process.ended
      this.#earlierLog.push(...`${out}${err}`.split("\n"))
      if (this.#isStopping) return
      await sleep(200)
      this.#process = this.#start()
    }
  }
}
