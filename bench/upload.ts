import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { uuidv7 } from '#lib/ids.ts'
import { interleave, type Subject, startSubject } from './load.ts'
import { seed, tokenOf } from './seed.ts'

const SERVER = new URL('./files-subject.ts', import.meta.url)
const RAW = new URL('./baselines/upload.ts', import.meta.url)
const MB = 1024 * 1024
/** The device's part size (`upload-parts.ts`). */
const PART = 4 * MB
const AT_ONCE = 20
const EACH = 20 * MB
const LOOK_EVERY_MS = 20

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/**
 * The product receiving files of 100 MB, whole and in parts by tus, against a plain node:http that writes them to the disk with
 * fsync and neither hashes nor inspects them: CPU milliseconds a file. Then the memory of the server while 20 uploads of 20 MB run at once.
 */
export async function benchUpload(prepared: Prepared, folder: string, rounds: number) {
  await seed(prepared.owner, 1, 0)
  const ours = await startSubject(SERVER, { app: prepared.app, directory: prepared.directory, filesFolder: join(folder, 'files') })
  const raw = await startSubject(RAW, { folder: join(folder, 'raw') })
  try {
    const content = pdfOf(100 * MB)
    const cost = (subject: Subject, send: () => Promise<void>) => async () => {
      const before = await subject.cpuMs()
      await send()
      return (await subject.cpuMs()) - before
    }
    const bare = cost(raw, () => put(raw.port, `/${uuidv7()}`, fresh(content)))
    const inOneGo = cost(ours, async () => put(ours.port, await addressOf(ours, {}), fresh(content)))
    const inParts = cost(ours, () => sendInParts(ours, fresh(content)))
    for (const warmUp of [bare, inOneGo, inParts]) await warmUp()
    const one = await interleave(rounds, inOneGo, bare)
    const parts = await interleave(rounds, inParts, bare)
    return { one, parts, memory: await memoryDuring(ours, () => many(ours)) }
  } finally {
    await Promise.all([ours.stop(), raw.stop()])
  }
}

/** A file that is stored and of which no pictures are made. */
function pdfOf(bytes: number): Buffer {
  const content = randomBytes(bytes)
  content.write('%PDF-1.7')
  return content
}

/** Makes it unique: equal files would be stored once. */
function fresh(content: Buffer): Buffer {
  content.writeUInt32BE((content.readUInt32BE(20) + 1) >>> 0, 20)
  return content
}

const cookie = `pritchel=${tokenOf(1)}`
const agent = new Agent({ keepAlive: true })

async function ask(port: number, path: string, { method, headers = {}, body }: { method: string; headers?: object; body?: Buffer }) {
  const asked = request({ port, path, method, agent, headers: { 'content-length': body?.length ?? 0, ...headers } })
  asked.end(body)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const said = await text(answer)
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${said.slice(0, 300)}`)
  return said
}

async function addressOf(server: Subject, asked: object): Promise<string> {
  const body = Buffer.from(JSON.stringify({ id: uuidv7(), ...asked }))
  const headers = { cookie, 'content-type': 'application/json' }
  const { uploadURL } = JSON.parse(await ask(server.port, '/api/objects/upload', { method: 'POST', headers, body }))
  return uploadURL as string
}

const put = async (port: number, path: string, body: Buffer): Promise<void> => void (await ask(port, path, { method: 'PUT', body }))

async function sendInParts(server: Subject, content: Buffer): Promise<void> {
  const address = await addressOf(server, { bytes: content.length })
  for (let at = 0; at < content.length; at += PART) {
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' }
    await ask(server.port, address, { method: 'PATCH', headers, body: content.subarray(at, at + PART) })
  }
}

const many = (server: Subject) => Promise.all(Array.from({ length: AT_ONCE }, () => sendInParts(server, pdfOf(EACH))))

/** Least and most megabytes resident while `work` runs. It has run before: memory needed for the first time is no growth. */
async function memoryDuring(server: Subject, work: () => Promise<unknown>): Promise<{ least: number; most: number }> {
  await work()
  const seen: number[] = []
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      seen.push(await server.rssMb())
      await setTimeout(LOOK_EVERY_MS)
    }
  })()
  await work()
  isOver = true
  await looking
  return { least: Math.min(...seen), most: Math.max(...seen) }
}
