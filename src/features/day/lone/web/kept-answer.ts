import type { LoneWorker, loneEndpoints } from '#features/day/lone/contract.ts'
import { currentMs } from '#lib/clock.ts'
import { ApiError, call } from '#platform/web/api.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { readMeta, writeMeta } from '#platform/web/sync/store.ts'

/* What this device keeps of the lone-worker timer. It is part of a first load, so it fetches without a query client. */

const MINE = '/api/lone-timer'
const ANSWER = '/api/lone-timer/:id/answer'

/** Answers a timer; without signal the answer is kept and sent later. @throws the reason when it could be neither sent nor kept */
export async function answerOrKeep(id: string): Promise<void> {
  const isKept = await writeKept(ANSWER, { id }).catch(() => false)
  const fault = await sendAnswer(id)
  if (fault && !isKept) throw fault
}

/** Sends an answer that was given without signal. Returns the timer whose answer still waits. */
export async function sendKeptAnswer(): Promise<string | null> {
  const kept = (await readKept(ANSWER)) as { id: string } | null | undefined
  return kept && (await sendAnswer(kept.id)) ? kept.id : null
}

/** Returns why it has not reached the server. One that the server does not know answers a timer that is over, so it is dropped. */
async function sendAnswer(id: string): Promise<Error | undefined> {
  try {
    await keepLone(await call<typeof loneEndpoints.answer>('POST /api/lone-timer/:id/answer', { params: { id } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) return error as Error
  }
  await writeKept(ANSWER, null)
  return undefined
}

/** Keeps the server's last response. A full disk must not hide it. */
export const keepLone = (lone: LoneWorker) => writeKept(MINE, lone).catch(() => false)

/** The server's last response that this device has. */
export const lastLone = async (): Promise<LoneWorker | undefined> => (await readKept(MINE)) as LoneWorker | undefined

/** Returns whether this device has a copy to keep it in. */
async function writeKept(route: string, answer: unknown): Promise<boolean> {
  const store = currentStore()
  if (!store) return false
  await store.transaction('rw', store.meta, async () => {
    const answers = await readMeta(store, 'answers')
    await writeMeta(store, 'answers', { ...answers, [route]: { asAt: currentMs(), answer } })
  })
  return true
}

async function readKept(route: string): Promise<unknown> {
  const store = currentStore()
  return store && (await readMeta(store, 'answers'))?.[route]?.answer
}
