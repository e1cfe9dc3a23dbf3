import type { CurrentUser } from '#features/core/practice/contract.ts'
import type { FileUsage, fileEndpoints } from '#features/evidence/files/contract.ts'
import { monthOf } from '#features/evidence/files/plan.ts'
import { currentTime } from '#lib/clock.ts'
import { call } from '#platform/web/api.ts'
import { sessionNow } from '#platform/web/session/session.ts'
import { currentStore } from '#platform/web/sync/current.ts'

/** The plan as the server last returned it, and the bytes of this month's videos as far as this device knows. */
export type KnownPlan = Pick<FileUsage, 'tier' | 'videoBytes'>

/** Fetches the plan again; offline the last response stays. */
export async function refreshPlan(): Promise<void> {
  const usage = await call<typeof fileEndpoints.usage>('GET /api/files/usage').catch(() => undefined)
  const key = keyOf()
  if (!usage || !key) return
  try {
    localStorage.setItem(key, JSON.stringify(usage))
  } catch {
    // A full disk: the server makes the same check before any bytes are sent.
  }
}

/** The plan as this device knows it now, online or offline; undefined before any user has signed in. The server decides again. */
export async function knownPlan(now: Date = currentTime()): Promise<KnownPlan | undefined> {
  const user = sessionNow<CurrentUser>().user
  if (!user) return undefined
  const usage = usageKept()
  const { month } = monthOf(now, user.practice.zone)
  const sent = usage?.month === month ? usage.videoBytes : 0
  const tier = usage?.tier ?? (user.isTestVersion ? 'enterprise' : user.practice.tier)
  return { tier, videoBytes: sent + (await videoBytesHere()) }
}

/** Of videos that wait on this device. */
async function videoBytesHere(): Promise<number> {
  const rows = (await currentStore()?.blob.toArray()) ?? []
  return rows.filter(({ mime, state }) => mime.startsWith('video/') && state !== 'stored').reduce((sum, { size }) => sum + size, 0)
}

function usageKept(): FileUsage | undefined {
  const key = keyOf()
  const text = key && localStorage.getItem(key)
  return text ? (JSON.parse(text) as FileUsage) : undefined
}

/** Stored in the local copy: another practice has another plan. */
function keyOf(): string | undefined {
  const owner = currentStore()?.owner
  return owner && `files.usage/${owner.practiceId}`
}
