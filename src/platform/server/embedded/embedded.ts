import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { machineMs } from '#lib/clock.ts'
import { initialiseCluster, installBinaries } from '#platform/server/embedded/binaries.ts'
import { type Endpoint, endpointOf, ownerConnection, withFreePort } from '#platform/server/embedded/endpoint.ts'
import { type Home, makeHome } from '#platform/server/embedded/home.ts'
import { type ServerLock, takeServerLock } from '#platform/server/embedded/lock.ts'
import { launch, type Postmaster, probe, runningPid, stopPostmaster } from '#platform/server/embedded/postmaster.ts'
import { StartError } from '#platform/server/start-error.ts'

export type EmbeddedOptions = {
  /** Called with one line at a time: messages for the operator. */
  note?: (line: string) => void
  /** `name=value` for postgresql.conf; `fsync=off` marks a database that may be lost. */
  settings?: string[]
  /** Reaches the database by a local port and password instead of a socket. Always so on Windows. */
  overTcp?: boolean
  /** The database was lost to another server; nothing here can help, so the process should end. */
  onLost?: (reason: StartError) => void
}

/** `adopted`: the database was still running after our predecessor was killed. `owner` is connected to the database `postgres`. */
export type Embedded = { owner: pg.PoolConfig; adopted: boolean; home: string; dataDir: string; stop: () => Promise<void> }

const SLOWEST_RETRY_MS = 30_000
const MOST_TRIES = 10
const LONGEST_WAIT_FOR_ANOTHER_MS = 60_000

/**
 * Runs the PostgreSQL that npm brought over `dataFolder`, or adopts the one a killed server left running, and keeps it running: when it
 * dies it is started again, waiting longer after each failure.
 * @throws StartError when it cannot start, or another server uses the folder
 */
export async function startEmbedded(dataFolder: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const note = options.note ?? (() => {})
  const home = makeHome(dataFolder, note)
  const supervisor = new Supervisor(home, dataFolder, { ...options, note })
  const adopted = await supervisor.start()
  return {
    owner: ownerConnection(supervisor.endpoint),
    adopted,
    home: home.folder,
    dataDir: home.dataDir,
    stop: () => supervisor.stop(),
  }
}

class Supervisor {
  endpoint: Endpoint
  #home: Home
  #dataFolder: string
  #options: EmbeddedOptions & { note: (line: string) => void }
  #native = ''
  #postmaster: Postmaster | undefined
  #lock: ServerLock | undefined
  #recovering: Promise<void> = Promise.resolve()
  #stopping: Promise<void> | undefined
  #interrupt = new AbortController()

  constructor(home: Home, dataFolder: string, options: EmbeddedOptions & { note: (line: string) => void }) {
    this.#home = home
    this.#dataFolder = dataFolder
    this.#options = options
    this.endpoint = endpointOf(home, options.overTcp ?? process.platform === 'win32')
  }

  /** Returns whether the database was adopted. */
  async start() {
    this.#native = installBinaries(this.#home)
    for (let tries = 1; ; tries++) {
      const adopted = await this.#bringUp()
      try {
        await this.#hold()
        return adopted
      } catch (error) {
        // What we adopted was being stopped by our predecessor; once it is gone we start our own.
        if (error instanceof StartError || tries === MOST_TRIES) throw error
        await delay(50)
      }
    }
  }

  stop() {
    this.#stopping ??= this.#end()
    return this.#stopping
  }

  async #end() {
    this.#interrupt.abort()
    await this.#recovering
    // The lock is let go last, or a successor would adopt what we are about to stop.
    if (this.#postmaster) await stopPostmaster(this.#postmaster)
    await this.#lock?.release()
  }

  /** Adopts what runs over our folder, else starts it. */
  async #bringUp() {
    const patience = machineMs() + LONGEST_WAIT_FOR_ANOTHER_MS
    while (machineMs() < patience) {
      const state = await probe(this.endpoint, this.#home.dataDir)
      if (state === 'ready') {
        this.#postmaster = { dataDir: this.#home.dataDir, native: this.#native }
        return true
      }
      const started = state === 'none' ? await this.#launch() : undefined
      if (started) {
        this.#postmaster = started
        return false
      }
      await delay(50)
    }
    const pid = runningPid(this.#home.dataDir)
    throw new StartError(
      `A PostgreSQL (process ${pid ?? 'unknown'}) holds ${this.#home.dataDir} and does not answer: stop it with \`kill -INT\` and start again.`,
    )
  }

  async #launch() {
    const settings = this.#options.settings ?? []
    const isThrowaway = settings.includes('fsync=off')
    initialiseCluster(this.#native, this.#home, { password: this.endpoint.password, isThrowaway })
    this.endpoint = await withFreePort(this.#home, this.endpoint)
    return launch(this.#native, this.#home, this.endpoint, settings)
  }

  async #hold() {
    this.#lock = await takeServerLock(this.endpoint, this.#dataFolder)
    void this.#lock.whenLost.then(() => {
      if (!this.#stopping) this.#recovering = this.#recover()
    })
  }

  /** The lock's connection ended, so the database went away, or threw every connection out and is coming back. */
  async #recover() {
    this.#options.note('The database stopped unexpectedly; starting it again')
    for (let wait = 100; !this.#stopping; wait = Math.min(wait * 2, SLOWEST_RETRY_MS)) {
      try {
        await this.#bringUp()
        await this.#hold()
        return this.#options.note('The database is back')
      } catch (error) {
        if (error instanceof StartError && /^Another Pritchel/.test(error.message)) return this.#options.onLost?.(error)
        this.#options.note((error as Error).message)
      }
      await delay(wait, undefined, { signal: this.#interrupt.signal }).catch(() => {})
    }
  }
}
