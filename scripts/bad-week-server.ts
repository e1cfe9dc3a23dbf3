import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { queryDatabase } from '#testing/e2e-practice.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'

/** The real server in a process of its own, as `npm start` runs it, on a data folder that is removed at the end. */
export class House {
  readonly url: string
  practiceId = ''
  readonly #folder: string
  readonly #port: number
  readonly #watcher: ReturnType<typeof removeWhenWeDie>
  #server: ChildProcess | undefined

  static async open(): Promise<House> {
    const house = new House(await freePort())
    await house.startServer()
    return house
  }

  private constructor(port: number) {
    this.#port = port
    this.url = `http://localhost:${port}`
    this.#folder = mkdtempSync(join(tmpdir(), 'pritchel-bad-week-'))
    chmodSync(this.#folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
    this.#watcher = removeWhenWeDie(this.#folder, join(this.#folder, 'postgres/db'))
  }

  async startServer() {
    const env = { ...process.env, PORT: String(this.#port), PRITCHEL_DATA: this.#folder, PRITCHEL_DEMO: 'original', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, ['src/app/server.ts'], { stdio: ['ignore', 'pipe', 'inherit'], env })
    this.#server = child
    const lines = createInterface({ input: child.stdout }) // read to its end, or the server's next output would break its pipe
    const isUp = await new Promise<boolean>((answer) => {
      lines.on('line', (line) => line.startsWith('Pritchel is at') && answer(true))
      child.once('exit', () => answer(false))
    })
    if (!isUp) throw new Error('the server did not start')
  }

  /** SIGSTOP: requests reach it and it answers none, until SIGCONT. */
  signal = (signal: 'SIGSTOP' | 'SIGCONT') => this.#server?.kill(signal)

  /** Kills it as a power cut does. */
  killServer = () => this.#end('SIGKILL')

  /** Rows without row-level security; `$1` is the practice, because the database also has the demo. */
  ask = <T extends object>(text: string): Promise<T[]> => queryDatabase(this.#folder, text, [this.practiceId])

  async close() {
    await this.#end('SIGTERM')
    await this.#watcher.finish()
  }

  async #end(signal: NodeJS.Signals) {
    if (!this.#server || this.#server.exitCode !== null || this.#server.signalCode !== null) return
    const gone = once(this.#server, 'exit')
    this.#server.kill(signal)
    await gone
  }
}
