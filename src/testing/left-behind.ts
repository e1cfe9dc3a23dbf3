import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { Export } from '#features/office/exports/contract.ts'
import { makeExports } from '#features/office/exports/server/jobs.ts'
import { uuidv7 } from '#lib/ids.ts'
import { makeBackup } from '#platform/server/backup/backup.ts'
import { makeLog } from '#platform/server/log.ts'
import type { TestServer } from '#testing/server.ts'

/* Wherever a secret could have been left: looked through for it. */

/** A log of everything, and what it has written. */
export function keptLog() {
  const written: string[] = []
  const into = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { log: makeLog('trace', into), written }
}

/** Where these words are found, `place: word`. */
export const foundIn = (places: Record<string, string>, words: readonly string[]): string[] =>
  Object.entries(places).flatMap(([place, text]) => words.filter((word) => text.includes(word)).map((word) => `${place}: ${word}`))

type Kept = {
  server: TestServer
  members: readonly Pick<TestServer['gareth'], 'get'>[]
  written: readonly string[]
  answers: readonly string[]
}

/** All that a server keeps, writes and gives out, as texts. */
export async function everywhere({ server, members, written, answers }: Kept) {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-left-'))
  const pulls = members.map(({ get }) => get(`/api/sync/pull?deviceId=${uuidv7()}&since=0&isNew=true&limit=1000&name=phone`))
  try {
    return {
      dump: await dump(server),
      backup: await backup(server, folder),
      log: written.join(''),
      export: await exported(server, folder),
      openapi: readFileSync('openapi.json', 'utf8'),
      answers: answers.join('\n'),
      sync: (await Promise.all(pulls)).map(({ body }) => body).join('\n'),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each table as its owner sees it. */
async function dump({ asOwner }: TestServer): Promise<string> {
  const tables = await asOwner(`select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
  const texts = await Promise.all(tables.map(({ name }) => asOwner(`select string_agg(t::text, E'\\n') as rows from ${name} t`)))
  return texts.map(([all]) => all?.rows ?? '').join('\n')
}

async function backup({ owner, app }: TestServer, folder: string): Promise<string> {
  const { folder: made } = await makeBackup({ owner, files: app.setup.files, backupsFolder: join(folder, 'backups') })
  const names = readdirSync(made, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  return names
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name)))
    .map((bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8'))
    .join('\n')
}

async function exported({ gareth, db, app }: TestServer, folder: string): Promise<string> {
  const { id } = (await gareth.post('/api/exports')).json<Export>()
  await makeExports({ db, files: app.setup.files }, async () => 1).handle({ practiceId: gareth.practiceId, exportId: id })
  const zip = join(folder, `${id}.zip`)
  writeFileSync(zip, (await gareth.get(`/api/exports/${id}/file`)).rawPayload)
  return execFileSync('unzip', ['-p', zip], { encoding: 'utf8', maxBuffer: 100_000_000 })
}
