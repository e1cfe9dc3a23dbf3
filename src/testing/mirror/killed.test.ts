import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import type { Queued } from '#platform/web/sync/store.ts'
import { mirrorFolder, noSqlite, openDesktop } from '#testing/mirror/desktop.ts'
import { atLength } from '#testing/whole.ts'

const ROUNDS = atLength(10, 50)
const WRITER = fileURLToPath(new URL('./mortal-writer.ts', import.meta.url))

let folder: string
let remove: () => void
beforeEach(() => {
  ;({ folder, remove } = mirrorFolder())
})
afterEach(() => remove())

test.skipIf(noSqlite)(
  `no acknowledged change is missing when the writing process is killed, ${ROUNDS} times, and its copy is gone each time`,
  async () => {
    const of = { personId: uuidv7(), practiceId: uuidv7() }
    const acknowledged = new Map<string, string>()
    const damaged: string[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      const before = acknowledged.size
      await writeAndDie(of, acknowledged, 1 + ((round * 7) % 23))
      const desktop = await openDesktop(folder, { onDamaged: (name) => damaged.push(name) })
      const file = await desktop.open(of)
      const queue = (await file.read('queue', null, 100_000)).map(([, , json]) => JSON.parse(json) as Queued)
      const there = queue.map((item) => item.id)
      expect(new Set(there).size).toBe(there.length)
      expect([...acknowledged.values()].filter((id) => !there.includes(id))).toEqual([])
      expect(new Set(queue.map((item) => item.seq)).size).toBe(queue.length)
      expect(acknowledged.size).toBeGreaterThan(before)
      desktop.close()
    }
    expect(damaged).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([])
    await expectIntegrity(of)
  },
)

/** Runs until so many more changes were acknowledged, and a moment longer. */
async function writeAndDie(
  { personId, practiceId }: { personId: string; practiceId: string },
  acknowledged: Map<string, string>,
  most: number,
) {
  const args = [WRITER, folder, personId, practiceId, String(acknowledged.size * 10)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const gone = once(child, 'exit')
  const heard = once(child.stdout, 'close')
  const enough = Promise.withResolvers<void>()
  let count = 0
  createInterface(child.stdout).on('line', (line) => {
    const [name = '', id = ''] = line.split(' ')
    acknowledged.set(`${acknowledged.size} ${name}`, id)
    if (++count === most) enough.resolve()
  })
  await Promise.race([enough.promise, gone.then(() => Promise.reject(new Error('the writer ended by itself')))])
  await delay(Math.random() * 20)
  child.kill('SIGKILL')
  expect((await gone)[1]).toBe('SIGKILL')
  await heard
}

async function expectIntegrity({ personId, practiceId }: { personId: string; practiceId: string }) {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(`${folder}/${practiceId}_${personId}.db`)
  expect(db.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  db.close()
}
