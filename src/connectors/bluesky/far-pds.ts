import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isWrite, WORDS } from '#connectors/bluesky/far-side.ts'
import { startFarServer } from '#connectors/kit/far-server.ts'

/* For tests only: a real server of Bluesky's own making (`@atproto/pds`), with SQLite and its pictures in files, and what can go wrong before it. */

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'test-servers/bluesky')
const OWN_NODE = join(ROOT, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
/** It needs Node 22. */
const NODE = Number(process.versions.node.split('.')[0]) >= 22 ? process.execPath : existsSync(OWN_NODE) ? OWN_NODE : null
const COLLECTION = 'app.bsky.feed.post'

export const blueskyServer = {
  missing: NODE === null ? 'Node 22' : existsSync(join(FOLDER, 'node_modules/@atproto/pds')) ? null : 'npm ci in test-servers/bluesky',
  start: startPds,
}

type Account = { port: number; did: string; handle: string; password: string; token: string }
type Listed = {
  records: { uri: string; value: { text: string; embed: { images: { alt: string; image: { ref: { $link: string } } }[] } } }[]
}

/** Starts it, with an account and an app password of it. */
export async function startPds() {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-bluesky-'))
  const { account, stop } = await started(folder)
  const origin = `http://127.0.0.1:${account.port}`
  /** As its owner, in their own app. */
  const own = async <T>(procedure: string, { query = {}, body }: { query?: Record<string, string>; body?: object }): Promise<T> => {
    const headers = { authorization: `Bearer ${account.token}`, ...(body && { 'content-type': 'application/json' }) }
    const sent = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${origin}/xrpc/${procedure}?${new URLSearchParams(query)}`, { headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${procedure}: ${answer.status} ${text}`)
    return text && JSON.parse(text)
  }
  const made = await own<{ password: string }>('com.atproto.server.createAppPassword', { body: { name: 'Pritchel' } })
  const statuses: unknown[] = []
  const held = new Map<string, Buffer>()
  const far = await startFarServer({
    ...{ words: WORDS, isWrite },
    answer: async (request, _, bytes) => {
      const answer = await passedOn(origin, request, bytes)
      if (request.url?.endsWith('repo.putRecord')) statuses.push(answer.body.validationStatus)
      return answer
    },
  })
  return {
    ...far,
    credentials: { key: made.password, account: account.handle, address: `http://${far.host}` },
    account: account.handle,
    did: account.did,
    /** That of the account itself. */
    password: account.password,
    posts: () => seen(origin, account.did, held),
    /** What it made of each record by its own lexicons: `valid`, or undefined where it took none. */
    statuses,
    revoke: () => own<void>('com.atproto.server.revokeAppPassword', { body: { name: 'Pritchel' } }),
    stop: async () => {
      await far.stop()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function started(folder: string) {
  const child = spawn(NODE ?? '', ['--no-warnings', join(FOLDER, 'serve.js'), folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const over = new Promise<never>((_, reject) => child.once('close', (code) => reject(new Error(`it ended (${code})`))))
  over.catch(() => undefined)
  const line = new Promise<string>((read) => createInterface(child.stdout).once('line', read))
  const account = JSON.parse(await Promise.race([line, over])) as Account
  const stop = async () => {
    kill()
    process.off('exit', kill)
    await over.catch(() => undefined)
  }
  return { account, stop }
}

const PASSED = ['authorization', 'content-type', 'accept']

async function passedOn(origin: string, { method = '', url = '', headers }: IncomingMessage, bytes: Buffer) {
  const sent = Object.fromEntries(PASSED.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
  const body = method === 'POST' && { body: Uint8Array.from(bytes) }
  const answer = await fetch(`${origin}${url}`, { method, headers: sent, ...body })
  return { status: answer.status, body: (await answer.json()) as { validationStatus?: string } }
}

/** All that is on a profile, as anyone may read it. `held`: pictures that were fetched before; their names follow from their bytes. */
async function seen(origin: string, did: string, held: Map<string, Buffer>) {
  const query = new URLSearchParams({ repo: did, collection: COLLECTION, limit: '100' })
  const { records } = (await (await fetch(`${origin}/xrpc/com.atproto.repo.listRecords?${query}`)).json()) as Listed
  const pictureOf = async (cid: string) => {
    const known = held.get(cid)
    if (known) return known
    const answer = await fetch(`${origin}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid })}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok) held.set(cid, bytes)
    return answer.ok ? bytes : Buffer.alloc(0)
  }
  return Promise.all(
    records.map(async ({ uri, value: { text, embed } }) => {
      const [image] = embed.images
      return { remoteId: uri, text, altText: image?.alt ?? '', bytes: await pictureOf(image?.image.ref.$link ?? '') }
    }),
  )
}
