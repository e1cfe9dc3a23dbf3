import { once } from 'node:events'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { clockAheadMs, setClock } from '#lib/clock.ts'
import { freePort } from '#platform/server/embedded/endpoint.ts'
import { removeWhenWeDie } from '#testing/remove-when-we-die.ts'
import { spawnServer } from '#testing/server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that the files of a run share. */
    house: { url: string; folder: string; aheadMs: number }
  }
}

/** One product for the run, with an empty data folder and the demo practice in it. */
export async function setup(project: TestProject) {
  setClock(project.config.provide?.moment || undefined)
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-e2e-'))
  chmodSync(folder, 0o711) // mkdtemp gives 0700, which the database's own user could not enter
  const watcher = removeWhenWeDie(folder, join(folder, 'postgres/db'))
  const port = String(await freePort())
  const server = await spawnServer({ PORT: port, PRITCHEL_DATA: folder, PRITCHEL_DEMO: 'original', LOG_LEVEL: 'error' })
  project.provide('house', { url: `http://localhost:${port}`, folder, aheadMs: clockAheadMs() })
  return async () => {
    const gone = once(server, 'exit')
    server.kill('SIGTERM')
    await gone
    await watcher.finish()
  }
}
