import { liveQuery } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { useSyncExternalStore } from 'react'
import type { FileToKeep } from '#platform/web/files/keep-file.ts'
import { requestPersistence } from '#platform/web/files/storage.ts'
import type { UploadLane } from '#platform/web/files/upload-lane.ts'
import { mayUseNetwork, onNetwork } from '#platform/web/files/wifi.ts'
import { currentStore, useStore } from '#platform/web/sync/current.ts'
import { noteEnqueued, onEnqueue, record } from '#platform/web/sync/outbox.ts'
import { onReach } from '#platform/web/sync/reach.ts'
import type { BlobRow, Store } from '#platform/web/sync/store.ts'
import { onEngine } from '#platform/web/sync/sync.ts'

/** A file on its way, as a screen shows it. */
export type UploadState = Pick<BlobRow, 'id' | 'name' | 'size' | 'state' | 'problem' | 'addedAt'> & {
  /** Bytes the server has. */
  sent: number
  /** It waits for Wi-Fi, by this device's setting. */
  isHeld: boolean
  /** Held back by hand. */
  isPaused: boolean
}

const NONE: readonly UploadState[] = []

/** The files of the copy in use that are on their way, the oldest first, by the file's id. */
export function useUploads(): ReadonlyMap<string, UploadState> {
  const store = useStore()
  const mayUse = useSyncExternalStore(onNetwork, mayUseNetwork)
  const rows = useLiveQuery(async () => (await store?.blob.toArray()) ?? [], [store])
  const states = rows?.map((row) => stateOf(row, !mayUse)) ?? NONE
  return new Map(states.toSorted((a, b) => a.addedAt - b.addedAt).map((state) => [state.id, state]))
}

/**
 * Keeps a file's bytes on this device and records the changes that go with it; both are sent when they can be, the bytes first. Resolves
 * when all of it is safely on the disk, with the changes' ids. @throws NoRoom
 */
export async function addFile(file: FileToKeep): Promise<string[] | false> {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in on this device')
  const { keepFile } = await import('#platform/web/files/keep-file.ts')
  const ids = await keepFile(store, await bytesOf(store), file)
  void requestPersistence()
  noteEnqueued()
  wakeLane()
  return ids
}

/**
 * The same file chosen again, after the browser cleared it. False: it is another file.
 * @throws NoRoom
 */
export async function addAgain(fileId: string, content: Blob): Promise<boolean> {
  const store = currentStore()
  const row = await store?.blob.get(fileId)
  if (!store || !row) return false
  const [{ hashOf, writeHashed }, { restoreBlob }] = await Promise.all([
    import('#platform/web/files/keep-file.ts'),
    import('#platform/web/files/upload-rows.ts'),
  ])
  if (content.size !== row.size || (await hashOf(content)) !== row.sha256) return false
  const bytes = await bytesOf(store)
  await writeHashed(bytes, row.path, content)
  await restoreBlob(store, { ...row, store: bytes.kind })
  wakeLane()
  return true
}

/** A file's bytes while this device has them, to be shown or saved before the server has them. */
export async function readKept(fileId: string): Promise<Blob | undefined> {
  const store = currentStore()
  const row = await store?.blob.get(fileId)
  return store && row ? (await bytesOf(store)).read(row.path) : undefined
}

/** Cancels a file whose record has not been sent yet, with its bytes; what was sent is removed there too. False: it was not on its way. */
export async function cancelUpload(fileId: string): Promise<boolean> {
  const store = currentStore()
  if (!store) return false
  const { itemsOf } = await import('#platform/web/files/upload-rows.ts')
  const [item] = await itemsOf(store, fileId)
  if (!item || (await record([{ action: 'DELETE', entity: item.entity, id: item.id }])) === false) return false
  lane?.cancel(fileId)
  wakeLane()
  return true
}

/** Holds a file back until it is released, even after the page closes; the parts already sent are kept. False: it is not being sent. */
export async function pauseUpload(fileId: string): Promise<boolean> {
  const isThere = await currentStore()?.blob.update(fileId, { isPaused: true })
  lane?.cancel(fileId)
  return isThere === 1
}

/** Lets a file go on now: one that was held back, or that would wait a while after a failure. False: it is not on its way. */
export async function resumeUpload(fileId: string): Promise<boolean> {
  const isThere = await currentStore()
    ?.blob.where('id')
    .equals(fileId)
    .modify((row) => {
      if (row.state !== 'waiting' && row.state !== 'uploading') return
      delete row.isPaused
      Object.assign(row, { nextAttemptAt: 0, problem: '' })
    })
  wakeLane()
  return isThere === 1
}

/**
 * Calls back with a file's status, now and on every change; undefined once nothing waits for it any more. Returns a function that stops it.
 */
export function watchUpload(fileId: string, seen: (state: UploadState | undefined) => void): () => void {
  const store = currentStore()
  const watched = liveQuery(async () => store?.blob.get(fileId)).subscribe((row) => seen(row && stateOf(row, !mayUseNetwork())))
  return () => watched.unsubscribe()
}

type LaneOf = { store: Store; isOwner: () => boolean }
let owner: LaneOf | undefined
let lane: UploadLane | undefined
let making: Promise<UploadLane | undefined> | undefined
let stops: (() => void)[] = []

/** Sends this local copy's files alongside its sync, in place of the copy before. The code that sends is loaded with the first file. */
export function startLane(store: Store, { isOwner = () => true }: { isOwner?: () => boolean } = {}) {
  void stopLane()
  owner = { store, isOwner }
  stops = [onEnqueue, onEngine, onReach, onNetwork].map((on) => on(wakeLane))
  wakeLane()
}

/** Stops the lane; resolves when nothing of the copy is in use. */
export async function stopLane(): Promise<void> {
  for (const stop of stops) stop()
  const stopping = making
  stops = []
  owner = undefined
  lane = undefined
  making = undefined
  await (await stopping?.catch(() => undefined))?.stop()
}

function wakeLane() {
  if (lane) lane.wake()
  else if (owner) void open(owner)
}

async function open(mine: LaneOf) {
  try {
    if ((await mine.store.blob.count()) === 0) return
    making ??= makeLane(mine)
    const made = await making
    if (owner !== mine) return
    lane = made
    lane?.wake()
  } catch {
    // The copy was closed, or a part of the app could not be loaded: the next waking tries again.
    making = undefined
  }
}

async function makeLane({ store, isOwner }: LaneOf): Promise<UploadLane> {
  const [{ UploadLane }, { laneWires }] = await Promise.all([
    import('#platform/web/files/upload-lane.ts'),
    import('#platform/web/files/upload-wires.ts'),
  ])
  const bytes = await bytesOf(store)
  return new UploadLane(store, { wires: laneWires, bytes, isOwner, mayUse: mayUseNetwork, onStored: noteEnqueued })
}

const bytesOf = async (store: Store) => (await import('#platform/web/files/byte-store.ts')).openByteStore(store)

const stateOf = (row: BlobRow, isHeld: boolean): UploadState => ({
  id: row.id,
  name: row.name,
  size: row.size,
  state: row.state,
  addedAt: row.addedAt,
  sent: row.offset,
  isHeld: isHeld && (row.state === 'waiting' || row.state === 'uploading'),
  isPaused: row.isPaused === true,
  ...(row.problem ? { problem: row.problem } : {}),
})
