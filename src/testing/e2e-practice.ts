import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { SyncedName } from '#lib/synced.ts'
import { DESKTOP, type House, LONGEST_WAIT_MS, type Visitor } from '#testing/e2e.ts'
import { handScript } from '#testing/e2e-hand.ts'

/** A browser with a copy of the practice. `airplane` is the switch on the phone. */
export type Device = Visitor & { airplane: (isOn: boolean) => Promise<void> }
export type Practice = Awaited<ReturnType<typeof openPractice>>

/** A queued or journalled change as it is stored on the device's disk. */
export type OnDisk = {
  deviceId: string
  opId: string
  seq: number
  entity: SyncedName
  id: string
  action: 'CREATE' | 'UPDATE' | 'DELETE'
  state: string
  outcome?: 'applied' | 'discarded' | 'superseded'
  data: Record<string, unknown>
}
type RecordOnDisk = {
  entity: SyncedName
  id: string
  rev: number
  deleted: number
  isOffline: number
  pending: number
  data: object
}
/** The whole copy, read past the app. */
export type Copy = {
  deviceId: string
  queue: OnDisk[]
  done: OnDisk[]
  rec: RecordOnDisk[]
  cursor: { epoch: string; cursor: number; isComplete: boolean } | undefined
}
export type HandChange = { action: OnDisk['action']; entity: SyncedName; id?: string; data?: object; alsoSend?: object }

/** Of a new device; `prepare` runs before it opens the app. */
type Wish = { width?: number; keepsApp?: boolean; path?: string; prepare?: (visitor: Visitor) => Promise<unknown> }

const PASSWORD = 'hot iron, cold water'
const REMEMBERED = 'JSON.parse(localStorage.getItem("pritchel.user"))'

/**
 * A practice of its own, empty, with one owner; devices of theirs; and what the server has of it, read as the tables' owner. `tokenOf`: what the
 * mail to a new owner carries, where the server sends mail.
 */
export async function openPractice(house: House, name: string, tokenOf?: (email: string) => Promise<string>) {
  const owner = { email: `owner.${randomUUID()}@practice.example`, password: PASSWORD }
  const first = await house.visit(DESKTOP)
  await first.api.post('/api/auth/register', { firstName: 'Gwen', lastName: 'Farrow', ...owner, practiceName: name })
  if (tokenOf) await first.api.post('/api/auth/email-link/use', { token: await tokenOf(owner.email) })
  const { practice } = await first.api.get<{ practice: { id: string } }>('/api/auth/user')
  const session = await first.context.cookies()
  let spare: Visitor | undefined = first
  /** Lets the owner in on a browser and opens a screen there, until its copy is complete. To try the password takes longer than all else. */
  const settleIn = async (visitor: Visitor, path = '/clients'): Promise<Device> => {
    await visitor.context.addCookies(session)
    await visitor.page.goto(`${house.url}${path}`)
    await copied(visitor.page)
    return deviceOf(visitor)
  }
  return {
    id: practice.id,
    ...owner,
    settleIn,
    /** Another browser of the owner's, at the clients. */
    async device({ width = DESKTOP, keepsApp = false, path, prepare = async () => {} }: Wish = {}): Promise<Device> {
      const visitor = (width === DESKTOP && !keepsApp && spare) || (await house.visit(width, { keepsApp }))
      if (visitor === spare) spare = undefined
      await prepare(visitor)
      return settleIn(visitor, path)
    },
    /** Rows past row-level security; `$1` is the practice. */
    ask: <T extends object>(text: string, ...more: unknown[]) => queryDatabase<T>(house.folder, text, [practice.id, ...more]),
  }
}

export const deviceOf = (visitor: Visitor): Device => ({ ...visitor, airplane: (isOn) => visitor.context.setOffline(isOn) })

/** Waits until the page has a copy with the whole practice in it. */
export const copied = (page: Page) =>
  expect
    .poll(async () => cursorIn((await readStores(page, ['meta']))?.meta)?.isComplete, waiting('the whole practice is copied'))
    .toBe(true)

/** How long a state may take to come; a person would have given up. */
export const waiting = (message?: string) => ({ timeout: LONGEST_WAIT_MS, interval: 50, ...(message && { message }) })

/** Queries the database of a data folder as the tables' owner, past row-level security. */
export async function queryDatabase<T extends object>(folder: string, text: string, values: unknown[]): Promise<T[]> {
  const host = join(folder, 'postgres/run')
  const client = new pg.Client({ host, port: 5432, user: 'pritchel_owner', database: 'pritchel', ssl: false })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** What is stored on a device's disk, read without the app; undefined before there is a copy. */
export async function readCopy(page: Page): Promise<Copy | undefined> {
  const stores = await readStores(page, ['queue', 'done', 'rec', 'meta'])
  if (!stores) return undefined
  const { queue, done, rec, meta } = stores
  return { deviceId: [...queue, ...done][0]?.deviceId ?? '', queue, done, rec, cursor: cursorIn(meta) }
}

type Stores = { queue: OnDisk[]; done: OnDisk[]; rec: RecordOnDisk[]; meta: { k: string; value: Copy['cursor'] }[] }

const cursorIn = (meta: Stores['meta'] = []) => meta.find(({ k }) => k === 'cursor')?.value

/* A whole copy is thousands of records: a test that waits for something queries only the table that holds it. */
const readStores = <Name extends keyof Stores>(page: Page, names: Name[]) =>
  page.evaluate<Pick<Stores, Name> | undefined>(`(${READ_STORES})(${JSON.stringify(names)})`)

/* A string, because this program knows no DOM. A database is only opened when it exists, or the query would create it. */
const READ_STORES = `async (names) => {
  const user = ${REMEMBERED}
  const name = 'pritchel/' + user?.practice.id + '/' + user?.id
  if (!user || !(await indexedDB.databases()).some((each) => each.name === name)) return undefined
  const settled = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const db = await settled(indexedDB.open(name))
  try {
    if (!names.every((each) => db.objectStoreNames.contains(each))) return undefined
    const all = db.transaction(names)
    return Object.fromEntries(await Promise.all(names.map(async (each) => [each, await settled(all.objectStore(each).getAll())])))
  } finally {
    db.close()
  }
}`

/** What still waits on a device, in order, each as `state entity id`. */
export async function outboxStates({ page }: Device): Promise<string[]> {
  return ((await readStores(page, ['queue']))?.queue ?? []).map(({ state, entity, id }) => `${state} ${entity} ${id}`)
}

/** Waits until the current recording is at least so many seconds long, by its own clock. */
export const recordedFor = (page: Page, seconds: number) =>
  expect
    .poll(
      async () => {
        const [minutes, rest] = ((await page.getByRole('timer').textContent()) ?? '').split(':')
        return Number(minutes) * 60 + Number(rest)
      },
      waiting(`${seconds} s are recorded`),
    )
    .toBeGreaterThanOrEqual(seconds)

/** How many tabs of this browser are at work: at a pass of changes (`sync`) or sending a file (`files`). */
export const locksOf = (page: Page, work: 'sync' | 'files') =>
  page.evaluate<number>(`navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.endsWith('/${work}')).length)`)

/** Records changes with the app's own outbox, each list in one transaction, as another tab would. A tab sends them soon. */
export async function recordByHand(page: Page, changes: HandChange[][]) {
  await page.evaluate(`globalThis.recordByHand || (() => { ${await handScript()} })()`)
  await page.evaluate(`recordByHand(${JSON.stringify(changes)})`)
}
