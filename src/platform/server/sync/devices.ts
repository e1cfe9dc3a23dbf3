import { currentMs, currentTime } from '#lib/clock.ts'
import { onDevice } from '#lib/device-name.ts'
import { AppError } from '#lib/errors.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult } from '#lib/sync.ts'
import type { Actor } from '#platform/server/actor.ts'
import { type PracticeTx, type Prepared, readIn } from '#platform/server/database/db.ts'

/** A device as the server knows it, and its member. `keep` records this contact, unless it is recorded already. */
type Device = { view: string; lastK: number; memberName: string; keep: () => Promise<unknown> }
/** A device's own report: the highest queue number it sends (0 when it sends none), and its name in a sentence. */
export type Speaking = { deviceId: string; lastK: number; name: string }

const REST_MS = 60_000

/** Returns the view of the data that a device in contact should hold. */
export async function meetDevice(tx: PracticeTx, actor: Actor, { deviceId, lastK, name }: Speaking): Promise<Device> {
  const [found] = await readIn(tx)<DeviceRow>(DEVICE, [actor.practiceId, actor.memberId, deviceId])
  if (!found) throw new AppError('not_signed_in')
  const known = found.view === null ? { ...found, ...(await meetFirst(tx, actor, { deviceId, lastK, name })) } : found
  const memberName = known.member_name
  const isSameMember = known.member_id === actor.memberId
  const isRecent = currentMs() - known.last_seen_at.getTime() < REST_MS
  // Another member on the device may see other data: a new view makes it fetch its local copy again.
  const view = isSameMember ? known.view : uuidv7()
  const device = { view, lastK: Math.max(known.last_k, lastK), memberName }
  const isKept = view === known.view && isRecent && device.lastK === known.last_k && known.name === name
  return {
    ...device,
    keep: async () => isKept || readIn(tx)(KEEP, [actor.practiceId, deviceId, actor.memberId, view, device.lastK, name, currentTime()]),
  }
}

/** A new device's requests arrive side by side: all of them get the view of whichever is first. */
async function meetFirst(tx: PracticeTx, actor: Actor, { deviceId, lastK, name }: Speaking): Promise<KnownDevice> {
  const [met] = await readIn(tx)<KnownDevice>(MEET, [actor.practiceId, deviceId, actor.memberId, uuidv7(), lastK, name, currentTime()])
  if (!met) throw new AppError('not_signed_in')
  return met
}

type KnownDevice = { view: string; member_id: string; last_k: number; name: string; last_seen_at: Date }
type DeviceRow = { member_name: string } & (KnownDevice | { [K in keyof KnownDevice]: null })

const DEVICE: Prepared = {
  name: 'device',
  text: `select m.name as member_name, d.view, d.member_id, d.last_k, d.name, d.last_seen_at
    from members m left join devices d on d.practice_id = m.practice_id and d.id = $3
    where m.practice_id = $1 and m.id = $2`,
}
const MEET: Prepared = {
  name: 'meet_device',
  text: `insert into devices (practice_id, id, member_id, view, last_k, name, last_seen_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (practice_id, id) do update set last_seen_at = excluded.last_seen_at
    returning view, member_id, last_k, name, last_seen_at`,
}
const KEEP: Prepared = {
  name: 'keep_device',
  text: `insert into devices (practice_id, id, member_id, view, last_k, name, last_seen_at) values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (practice_id, id) do update set member_id = excluded.member_id, view = excluded.view, last_k = excluded.last_k,
      name = excluded.name, last_seen_at = excluded.last_seen_at`,
}

/**
 * Makes devices fetch their local copy again, because they may now hold other data: all devices of a member whose role changed, or every device
 * of the practice when a person was erased from its data. Their queues stay.
 */
export async function renewViews(tx: PracticeTx, memberId?: string): Promise<void> {
  const devices = tx.updateTable('devices').set({ view: uuidv7() })
  await (memberId ? devices.where('member_id', '=', memberId) : devices).execute()
}

/** The last writers of the values that conflicts are about: each device's member, and its place as worded in a sentence. */
export async function whoWrote(tx: PracticeTx, deviceIds: readonly string[]): Promise<Map<string, NonNullable<SyncResult['by']>>> {
  if (deviceIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('devices as d')
    .innerJoin('members as m', (join) => join.onRef('m.practice_id', '=', 'd.practice_id').onRef('m.id', '=', 'd.member_id'))
    .select(['d.id', 'd.name', 'm.name as member'])
    .where('d.id', 'in', [...new Set(deviceIds)])
    .execute()
  return new Map(rows.map(({ id, name, member }) => [id, { member, device: onDevice(name) }]))
}

/**
 * The caller must own the local copy: if the cookie changed in between, another practice's rows would end up in the copy, and the copy's changes
 * in that practice.
 * @throws wrong_person
 */
export function requireOwner(actor: Actor, copy: { personId?: string | undefined; practiceId?: string | undefined }): void {
  const isTheirs = (copy.personId ?? actor.personId) === actor.personId && (copy.practiceId ?? actor.practiceId) === actor.practiceId
  if (!isTheirs) throw new AppError('wrong_person')
}
